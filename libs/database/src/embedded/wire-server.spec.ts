import { Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { useOwnDatabase } from '../../../../test/support/own-database.ts';
import type { DatabaseClient } from '../connections/database-client.js';
import { Turns } from './turns.js';
import { WireServer } from './wire-server.js';

describe(WireServer.name, () => {
  const served = useOwnDatabase();
  let one: PoolClient;
  let other: PoolClient;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await served.database.pool.query('CREATE TABLE notes (text text)');
  });
  afterAll(() => jest.restoreAllMocks());
  beforeEach(async () => {
    const { pool } = served.database;
    await pool.query('DELETE FROM notes');
    [one, other] = [await pool.connect(), await pool.connect()];
  });
  afterEach(() => {
    one!.release(true);
    other!.release(true);
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
      await one!.query(statement);
      return asked.mock.lastCall![1];
    };
    const start = performance.now();
    expect(await maxYield('BEGIN')).toBe(0);
    await one!.query(`INSERT INTO notes SELECT 'a note' FROM generate_series(1, 20000)`);
    await one!.query('COMMIT');
    const longest = performance.now() - start;
    const afterwards = await maxYield('SELECT 1');
    expect(afterwards).toBeGreaterThan(10);
    expect(afterwards).toBeLessThan(longest);
    expect(await maxYield('SELECT 1')).toBe(0);
    asked.mockRestore();
  });

  it('ignores the statement of a client that disconnected while waiting', async () => {
    await one!.query('BEGIN');
    const waiting = other!.query(`INSERT INTO notes VALUES ('unwanted')`).catch(() => 'broken');
    await one!.query('SELECT 1');
    breakOff(other!);
    expect(await waiting).toBe('broken');
    await one!.query('SELECT 1');
    await one!.query('COMMIT');
    expect(await notes(one!)).toEqual([]);
  });

  it('continues after a failed statement, inside and outside a transaction', async () => {
    await expect(one!.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await one!.query('BEGIN');
    await expect(one!.query('SELECT nothing')).rejects.toThrow('nothing');
    await expect(one!.query('SELECT 1')).rejects.toThrow('aborted');
    const seen = notes(other!);
    await one!.query('ROLLBACK');
    expect(await seen).toEqual([]);
  });
});
