import type { Pool } from 'pg';
import { onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey, type InsertedKey } from '../support/insert-key.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { figuresIn } from '../support/rate-limit.ts';

const LIMIT = { limitPerHour: 10 };

onEachDatabase('counting across a restart', (create) => {
  let database: TestDatabase;
  let program: ProgramProcess;
  let pool: Pool;

  beforeAll(async () => {
    database = await create();
    program = await startProcess(database.env);
    pool = await connectTo(database);
  });
  afterAll(async () => {
    await pool.end();
    await program.stop();
    await database.drop();
  });

  async function restart(end: (running: ProgramProcess) => Promise<void>): Promise<void> {
    await pool.end();
    await end(program);
    program = await startProcess(database.env);
    pool = await connectTo(database);
  }

  const send = async ({ text }: Partial<InsertedKey> = {}) => {
    const headers = text ? { 'x-api-key': text } : undefined;
    return figuresIn(await fetch(`${program.url}/api/v1/businesses`, { headers }));
  };
  const savedCount = async (bucket: string) => {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count FROM rate_limit_windows WHERE bucket = $1',
      [bucket],
    );
    return rows[0]?.count;
  };

  it('loses no count on shutdown and keeps no expired window', async () => {
    const [key, another] = [await insertKey(pool, LIMIT), await insertKey(pool, LIMIT)];
    await send(key);
    const { reset } = await send(key);
    await send();
    await pool.query('INSERT INTO rate_limit_windows VALUES ($1, 9, now())', [`key:${another.id}`]);
    await restart((running) => running.stop());
    expect(await send(key)).toEqual({ limit: 10, remaining: 7, reset });
    expect(await send(another)).toMatchObject({ limit: 10, remaining: 9 });
    expect(await send()).toMatchObject({ limit: 60, remaining: 58 });
  });

  it('keeps earlier counts when the server is killed', async () => {
    const key = await insertKey(pool, LIMIT);
    for (let request = 0; request < 3; request++) await send(key);
    await eventually(async () => (await savedCount(`key:${key.id}`)) === 3);
    await restart((running) => running.kill());
    expect(await send(key)).toMatchObject({ limit: 10, remaining: 6 });
  });
});
