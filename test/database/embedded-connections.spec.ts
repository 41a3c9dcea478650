import { Client } from 'pg';
import { createDatabase } from '../support/databases.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Methods for single protocol messages, which pg's own types omit. */
interface Messages {
  parse(statement: { text: string; name: string; types: number[] }): void;
  bind(portal: { statement: string; values: string[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
  once(event: 'dataRow', listener: (row: { fields: Buffer[] }) => void): void;
  stream: { destroy(): void };
}

describe('connections to the embedded database', () => {
  const { database } = useDirectory({}, () => createDatabase('embedded'));

  const connect = async (): Promise<Client & { connection: Messages }> => {
    const client = new Client({ host: database.env.DATA_DIR, user: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    return client as Client & { connection: Messages };
  };

  it('keep the messages of their statements apart', async () => {
    const slow = await connect();
    const quick = await connect();
    const row = new Promise<string[]>((resolve) =>
      slow.connection.once('dataRow', ({ fields }) => resolve(fields.map(String))),
    );
    slow.connection.parse({ text: `SELECT 'slow', $1::text`, name: '', types: [] });
    expect((await quick.query(`SELECT 'quick' AS who WHERE 1 = $1`, [1])).rows).toEqual([
      { who: 'quick' },
    ]);
    slow.connection.bind({ statement: '', values: ['mine'] });
    slow.connection.describe({ type: 'P', name: '' });
    slow.connection.execute({ portal: '' });
    slow.connection.sync();
    expect(await row).toEqual(['slow', 'mine']);
    slow.connection.stream.destroy();
    await quick.end();
  });

  it('answer many queries at once, each with its own result, while some fail', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, connect));
    await clients[0]!.query('CREATE TABLE numbers (n int PRIMARY KEY)');
    const insertAll = async (client: Client, start: number): Promise<unknown[]> => {
      const outcomes = [];
      for (let i = start; i < 200; i += clients.length) {
        const insert = client.query('INSERT INTO numbers VALUES ($1) RETURNING n', [i % 50]);
        outcomes.push(
          await insert.then(
            ({ rows }) => rows[0].n === i % 50,
            (error: { code: string }) => error.code,
          ),
        );
        const { rows } = await client.query('SELECT $1::int AS i, $2::text AS t', [i, `t${i}`]);
        expect(rows).toEqual([{ i, t: `t${i}` }]);
      }
      return outcomes;
    };
    const outcomes = (await Promise.all(clients.map(insertAll))).flat();
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === '23505')).toHaveLength(150);
    await Promise.all(clients.map((client) => client.end()));
  });

  it('isolate a transaction and roll it back when its connection is lost', async () => {
    const lost = await connect();
    const other = await connect();
    await lost.query('CREATE TABLE kept (n int)');
    await lost.query('BEGIN');
    await lost.query('INSERT INTO kept VALUES (1)');
    const seen = other.query('SELECT count(*)::int AS n FROM kept');
    lost.connection.stream.destroy();
    expect((await seen).rows).toEqual([{ n: 0 }]);
    await other.end();
  });
});
