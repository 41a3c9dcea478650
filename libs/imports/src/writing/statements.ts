import type { PoolClient } from 'pg';

/** A statement that needs nothing of what others of the transaction answer. */
export interface Statement {
  text: string;
  values: unknown[];
  /** How many rows it has to change; otherwise somebody has changed one of them since it was read. */
  rows?: number;
}

/** Serialization failure (PostgreSQL, Appendix A): the batch is planned anew. */
const CHANGED_MEANWHILE = '40001';

/**
 * Runs statements one after the other, and takes each while PostgreSQL executes the one before: to put
 * what a batch writes together takes a tenth as long as to write it.
 *
 * @throws a serialization failure where one does not change as many rows as it has to
 */
export async function runInTurn(
  client: PoolClient,
  statements: Iterator<Statement, void>,
): Promise<void> {
  const take = async () => statements.next();
  let taken = await take();
  while (!taken.done) {
    const { text, values, rows } = taken.value;
    const [{ rowCount }, next] = await Promise.all([client.query(text, values), take()]);
    if (rows !== undefined && rowCount !== rows) {
      const error = new Error('A business was changed while it was imported.');
      throw Object.assign(error, { code: CHANGED_MEANWHILE });
    }
    taken = next;
  }
}
