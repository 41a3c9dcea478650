import { createDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { insertKey } from '../support/insert-key.ts';
import { figuresIn } from '../support/rate-limit.ts';
import { describeWithRedis, RedisServer } from '../support/redis-server.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

/** The 45 ms that a request waits for the store, plus an allowance for a busy machine. */
const PATIENCE_MS = 1_000;

describeWithRedis('an outage of the rate limit store', () => {
  let redis: RedisServer;
  const { program, pool } = useDirectoryProcess(
    async () => {
      redis = await RedisServer.start();
      return { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '50' };
    },
    () => createDatabase('embedded'),
  );
  afterAll(() => redis.kill());
  const send = (key: string) =>
    fetch(`${program.url}/api/v1/businesses?limit=1`, { headers: { 'x-api-key': key } });
  const untilReadiness = (state: 'ok' | 'degraded') =>
    eventually(async () => {
      const response = await fetch(`${program.url}/health/ready`);
      const { rateLimit } = (await response.json()) as { rateLimit: string };
      return response.status === 200 && rateLimit === state;
    });

  /** Sends requests one after the other until stopped, and returns their outcome. */
  function load(key: string) {
    const outcome = { statuses: new Set<number>(), slowestMs: 0, remaining: [] as number[] };
    let isEnding = false;
    const sending = (async () => {
      while (!isEnding) {
        const started = performance.now();
        const response = await send(key);
        await response.arrayBuffer();
        outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - started);
        outcome.statuses.add(response.status);
        outcome.remaining.push(figuresIn(response).remaining);
      }
      return outcome;
    })();
    return () => {
      isEnding = true;
      return sending;
    };
  }

  it.each([
    ['is killed and comes back empty', () => redis.kill(), () => redis.start()],
    ['hangs and resumes', async () => redis.hang(), async () => redis.goOn()],
  ])('fails and delays no request when the store %s', async (_, fall, rise) => {
    const { text } = await insertKey(pool);
    await send(text);

    const endOfFall = load(text);
    await fall();
    await untilReadiness('degraded');
    const falling = await endOfFall();

    // Starting a process stalls the test, so the store starts before the load.
    const risen = rise();
    const endOfRise = load(text);
    await risen;
    await untilReadiness('ok');
    const rising = await endOfRise();

    for (const { statuses, slowestMs } of [falling, rising]) {
      expect([...statuses]).toEqual([200]);
      expect(slowestMs).toBeLessThan(PATIENCE_MS);
    }
    // With one sender and one process, the count continues throughout the outage.
    const remaining = [...falling.remaining, ...rising.remaining];
    expect(remaining).toEqual([...remaining].sort((a, b) => b - a));
  });
});
