import type { PoolClient } from 'pg';
import { runInTurn, type Statement } from './statements.js';

/**
 * Returns a client that responds in a later turn and records the start and end of each statement.
 */
function clientThat(rowCount: number) {
  const log: string[] = [];
  const query = jest.fn(async (text: string) => {
    log.push(`asked ${text}`);
    await new Promise(setImmediate);
    if (text.startsWith('fail')) throw new Error(text);
    log.push(`answered ${text}`);
    return { rowCount };
  });
  return { log, query, client: { query } as unknown as PoolClient };
}

describe(runInTurn.name, () => {
  it('builds the next statement while one runs, and runs only one at a time', async () => {
    const { client, log } = clientThat(1);
    function* statements(): Generator<Statement> {
      for (const text of ['a', 'b', 'c']) {
        log.push(`made ${text}`);
        yield { text, values: [] };
      }
    }
    await runInTurn(client, statements());
    expect(log).toEqual([
      'made a',
      ...['asked a', 'made b', 'answered a'],
      ...['asked b', 'made c', 'answered b'],
      ...['asked c', 'answered c'],
    ]);
  });

  it('runs nothing after a failed statement', async () => {
    const { client, query } = clientThat(1);
    const statements = [
      { text: 'fail', values: [] },
      { text: 'b', values: [] },
    ].values();
    await expect(runInTurn(client, statements)).rejects.toThrow('fail');
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('fails with a serialization failure when a statement changes too few rows', async () => {
    const { client, query } = clientThat(1);
    const changing = (rows: number) =>
      [
        { text: 'a', values: [], rows },
        { text: 'b', values: [] },
      ].values();
    await runInTurn(client, changing(1));
    query.mockClear();
    await expect(runInTurn(client, changing(2))).rejects.toMatchObject({ code: '40001' });
    expect(query).toHaveBeenCalledTimes(1);
  });
});
