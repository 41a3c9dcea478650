import { Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { useOwnDatabase } from '../../../../test/support/own-database.ts';
import type { DatabaseClient } from '../connections/database-client.js';
import { Turns } from './turns.js';
import { WireServer } from './wire-server.js';

/** Methods for single protocol messages, which pg's own types omit. */
interface Messages {
  parse(statement: { text: string; name: string; types: number[] }): void;
  bind(portal: { statement: string; values: string[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
  once(event: 'dataRow', listener: (row: { fields: Buffer[] }) => void): void;
}

describe(WireServer.name, () => {
  const served = useOwnDatabase();
  let one: PoolClient;
  let other: PoolClient;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const { pool } = served.database;
    await pool.query('CREATE TABLE notes (text text)');
    [one, other] = [await pool.connect(), await pool.connect()];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    one.release(true);
    other.release(true);
    await served.database.pool.query('DROP TABLE notes');
  });

  const notes = async (client: PoolClient) =>
    (await client.query<{ text: string }>('SELECT text FROM notes ORDER BY text')).rows.map(
      ({ text }) => text,
    );
  /**
   * The client disconnects without closing the connection, for example because its process was
   * killed.
   */
  const breakOff = (client: PoolClient) =>
    (client as unknown as DatabaseClient).destroy(new Error('It is gone.'));

  it('yields after a transaction for as long as it took, but not after a single statement', async () => {
    const asked = jest.spyOn(Turns.prototype, 'acquire');
    const maxYield = async (statement: string) => {
      await one.query(statement);
      return asked.mock.lastCall![1];
    };
    const start = performance.now();
    expect(await maxYield('BEGIN')).toBe(0);
    await one.query(`INSERT INTO notes SELECT 'a note' FROM generate_series(1, 20000)`);
    await one.query('COMMIT');
    const longest = performance.now() - start;
    const afterwards = await maxYield('SELECT 1');
    expect(afterwards).toBeGreaterThan(10);
    expect(afterwards).toBeLessThan(longest);
    expect(await maxYield('SELECT 1')).toBe(0);
  });

  it('ignores the statement of a client that disconnected while waiting', async () => {
    await one.query('BEGIN');
    const waiting = other.query(`INSERT INTO notes VALUES ('unwanted')`).catch(() => 'broken');
    await one.query('SELECT 1');
    breakOff(other);
    expect(await waiting).toBe('broken');
    await one.query('SELECT 1');
    await one.query('COMMIT');
    expect(await notes(one)).toEqual([]);
  });

  it('continues after a failed statement, inside and outside a transaction', async () => {
    await expect(one.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await one.query('BEGIN');
    await expect(one.query('SELECT nothing')).rejects.toThrow('nothing');
    await expect(one.query('SELECT 1')).rejects.toThrow('aborted');
    const seen = notes(other);
    await one.query('ROLLBACK');
    expect(await seen).toEqual([]);
  });

  it('keeps the messages of two connections apart', async () => {
    const { connection } = one as unknown as { connection: Messages };
    const row = new Promise<string[]>((resolve) =>
      connection.once('dataRow', ({ fields }) => resolve(fields.map(String))),
    );
    connection.parse({ text: `SELECT 'slow', $1::text`, name: '', types: [] });
    const quick = await other.query(`SELECT 'quick' AS who WHERE 1 = $1`, [1]);
    expect(quick.rows).toEqual([{ who: 'quick' }]);
    connection.bind({ statement: '', values: ['mine'] });
    connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
    connection.sync();
    expect(await row).toEqual(['slow', 'mine']);
  });

  it('answers many queries at once, each with its own result, while some fail', async () => {
    await one.query('CREATE UNIQUE INDEX one_of_each ON notes (text)');
    const { pool } = served.database;
    const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
    const insertAll = async (client: PoolClient, start: number) => {
      const outcomes = [];
      for (let i = start; i < 200; i += clients.length) {
        const text = String(i % 50);
        const insert = client.query('INSERT INTO notes VALUES ($1) RETURNING text', [text]);
        const outcome = insert.then(
          ({ rows }) => (rows[0] as { text: string }).text === text,
          (error: { code: string }) => error.code,
        );
        outcomes.push(await outcome);
        expect((await client.query('SELECT $1::int AS i', [i])).rows).toEqual([{ i }]);
      }
      return outcomes;
    };
    const outcomes = (await Promise.all(clients.map(insertAll))).flat();
    for (const client of clients) client.release(true);
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === '23505')).toHaveLength(150);
  });

  it('isolates a transaction and rolls it back when its connection is lost', async () => {
    await one.query('BEGIN');
    await one.query(`INSERT INTO notes VALUES ('unwanted')`);
    const seen = notes(other);
    breakOff(one);
    expect(await seen).toEqual([]);
  });
});
