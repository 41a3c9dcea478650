import { createDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey, type InsertedKey } from '../support/insert-key.ts';
import type { Program } from '../support/program.ts';
import { figuresIn } from '../support/rate-limit.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const LIMIT = { limitPerHour: 10 };

async function send({ url }: Program, { text }: Partial<InsertedKey> = {}) {
  const headers = text ? { 'x-api-key': text } : undefined;
  return figuresIn(await fetch(`${url}/api/v1/businesses`, { headers }));
}

describe('a restart', () => {
  const { program, pool, restart } = useDirectoryProcess({}, () => createDatabase('embedded'));

  it('loses no count on shutdown and keeps no expired window', async () => {
    const key = await insertKey(pool, LIMIT);
    const another = await insertKey(pool, LIMIT);
    await send(program, key);
    const { reset } = await send(program, key);
    await send(program);
    await pool.query('INSERT INTO rate_limit_windows VALUES ($1, 9, now())', [`key:${another.id}`]);
    await restart();
    expect(await send(program, key)).toEqual({ limit: 10, remaining: 7, reset });
    expect(await send(program, another)).toMatchObject({ limit: 10, remaining: 9 });
    expect(await send(program)).toMatchObject({ limit: 60, remaining: 58 });
  });

  it('keeps earlier counts after the server is killed together with its database', async () => {
    const key = await insertKey(pool, LIMIT);
    for (let request = 0; request < 3; request++) await send(program, key);
    await eventually(async () => {
      const saved = 'SELECT FROM rate_limit_windows WHERE bucket = $1 AND count = 3';
      return (await pool.query(saved, [`key:${key.id}`])).rowCount === 1;
    });
    await restart(({ kill }) => kill());
    expect(await send(program, key)).toMatchObject({ limit: 10, remaining: 6 });
  });
});
