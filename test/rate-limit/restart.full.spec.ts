import { onEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey, type InsertedKey } from '../support/insert-key.ts';
import { figuresIn } from '../support/rate-limit.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const LIMIT = { limitPerHour: 10 };

onEachDatabase('counting across a restart', (create) => {
  const { program, pool, restart } = useDirectoryProcess({}, create);

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
    const key = await insertKey(pool, LIMIT);
    const another = await insertKey(pool, LIMIT);
    await send(key);
    const { reset } = await send(key);
    await send();
    await pool.query('INSERT INTO rate_limit_windows VALUES ($1, 9, now())', [`key:${another.id}`]);
    await restart();
    expect(await send(key)).toEqual({ limit: 10, remaining: 7, reset });
    expect(await send(another)).toMatchObject({ limit: 10, remaining: 9 });
    expect(await send()).toMatchObject({ limit: 60, remaining: 58 });
  });

  it('keeps earlier counts when the server is killed', async () => {
    const key = await insertKey(pool, LIMIT);
    for (let request = 0; request < 3; request++) await send(key);
    await eventually(async () => (await savedCount(`key:${key.id}`)) === 3);
    await restart(({ kill }) => kill());
    expect(await send(key)).toMatchObject({ limit: 10, remaining: 6 });
  });
});
