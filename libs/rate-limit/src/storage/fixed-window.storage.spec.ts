import fc from 'fast-check';
import { Redis } from 'ioredis';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { describeWithRedis, RedisServer } from '../../../../test/support/redis-server.ts';
import { FixedWindowStorage } from './fixed-window.storage.js';
import type { Hit } from './rate-limit-windows.js';
import { MemoryStorage } from './memory/memory.storage.js';
import { RedisStorage } from './redis/redis.storage.js';

const WINDOW_MS = 10_000;

/** The simplest fixed window: its start and the cost of the allowed requests. */
class Model {
  now: number;
  private readonly begun = new Map<string, { at: number; spent: number }>();

  constructor(now: Date) {
    this.now = now.getTime();
  }

  hit(bucket: string, limit: number, cost: number): Hit {
    const present = this.begun.get(bucket);
    const isOver =
      !present || this.now - present.at >= WINDOW_MS || present.at - this.now > WINDOW_MS;
    const window = isOver ? { at: this.now, spent: 0 } : present;
    const allowed = window.spent < limit;
    if (allowed) {
      window.spent = Math.min(limit, window.spent + cost);
      this.begun.set(bucket, window);
    }
    return {
      allowed,
      count: window.spent,
      resetsAt: window.at + WINDOW_MS,
      now: this.now,
    };
  }

  clear(bucket: string): void {
    this.begun.delete(bucket);
  }
}

/** A storage whose time the test controls. */
interface Subject {
  storage: FixedWindowStorage;
  setTime(time: number): Promise<void>;
}

type Step =
  | { hits: number; bucket: string; limit: number; cost: number }
  | { wait: number }
  | { clear: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    hits: fc.integer({ min: 1, max: 4 }),
    bucket: fc.constantFrom('key:a', 'key:b', 'address:a'),
    limit: fc.integer({ min: 0, max: 6 }),
    cost: fc.constantFrom(1, 1, 1, 3),
  }),
  fc.record({
    wait: fc.oneof(
      fc.constantFrom(1, WINDOW_MS - 1, WINDOW_MS),
      fc.integer({ min: 1, max: WINDOW_MS }),
      // The clock is set back.
      fc.constantFrom(-WINDOW_MS, -WINDOW_MS - 1, -2 * WINDOW_MS),
    ),
  }),
  fc.record({ clear: fc.constantFrom('key:a', 'address:a') }),
);

/** Takes a step in the model and in the storage, which must agree. */
async function take(step: Step, model: Model, { storage, setTime }: Subject): Promise<void> {
  if ('wait' in step) {
    model.now += step.wait;
    await setTime(model.now);
  } else if ('clear' in step) {
    model.clear(step.clear);
    await storage.clear([step.clear]);
  } else {
    const { bucket, limit, cost } = step;
    const hits = Array.from({ length: step.hits }, () =>
      storage.hit(bucket, limit, WINDOW_MS, cost),
    );
    expect(await Promise.all(hits)).toEqual(hits.map(() => model.hit(bucket, limit, cost)));
  }
}

async function expectAgreement(create: (start: Date) => Promise<Subject>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      // Redis deletes windows by its own clock, which must not pass the test's.
      const start = new Date(Date.now() + 3_600_000);
      const model = new Model(start);
      const subject = await create(start);
      for (const each of steps) await take(each, model, subject);
    }),
    { numRuns: 150 },
  );
}

describe(FixedWindowStorage.name, () => {
  it('matches the model in memory', async () => {
    await expectAgreement(async (start) => {
      const clock = new ManualClock(start.getTime());
      return {
        storage: new MemoryStorage(clock),
        setTime: async (time) => clock.advance(time - clock.now().getTime()),
      };
    });
  });
});

describeWithRedis(`${FixedWindowStorage.name} in Redis`, () => {
  const TEST_TIME = "return tonumber(redis.call('GET', 'time'))";
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.url, { enableAutoPipelining: true });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.kill();
  });

  it('matches the model', async () => {
    const storage = new RedisStorage(redis, TEST_TIME);
    const setTime = async (time: number) => void (await redis.set('time', time));
    await expectAgreement(async (start) => {
      await redis.flushall();
      await setTime(start.getTime());
      return { storage, setTime };
    });
  });

  it("uses the store's clock, and leaves no keys after a window ends", async () => {
    const storage = new RedisStorage(redis);
    const before = Date.now();
    const { now, resetsAt } = await storage.hit('key:own-clock', 5, WINDOW_MS);
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(Date.now() + 1);
    expect(resetsAt).toBe(now + WINDOW_MS);
    expect(await redis.pexpiretime('rate-limit:{key:own-clock}')).toBe(resetsAt);
  });

  it('counts the requests of one turn of the event loop with one command', async () => {
    const storage = new RedisStorage(redis);
    await redis.config('RESETSTAT');
    const hits = ['a', 'a', 'b', 'a'].map((key) => storage.hit(`key:turn-${key}`, 2, WINDOW_MS));
    const outcomes = (await Promise.all(hits)).map(({ allowed, count }) => [allowed, count]);
    expect(outcomes).toEqual([
      [true, 1],
      [true, 2],
      [true, 1],
      [false, 2],
    ]);
    expect(await redis.info('commandstats')).toContain('cmdstat_hmget:calls=2,');
  });

  it('adopts a higher count and an unknown window', async () => {
    const storage = new RedisStorage(redis);
    const { resetsAt } = await storage.hit('key:raised', 9, WINDOW_MS);
    await storage.raise('key:raised', 5, resetsAt + 1);
    await storage.raise('key:raised', 3, resetsAt + 1);
    await storage.raise('key:missing', 4, resetsAt);
    await storage.raise('key:over', 4, resetsAt - 2 * WINDOW_MS);
    const counts = ['key:raised', 'key:missing', 'key:over'].map(async (bucket) => {
      const { count, resetsAt: end } = await storage.hit(bucket, 0, WINDOW_MS);
      return [count, end === resetsAt];
    });
    expect(await Promise.all(counts)).toEqual([
      [5, true],
      [4, true],
      [0, false],
    ]);
  });

  it('does not adopt the count of a cleared window, even after a later one has started', async () => {
    const storage = new RedisStorage(redis);
    const { resetsAt } = await storage.hit('key:cleared', 9, WINDOW_MS);
    await storage.clear(['key:cleared']);
    await storage.raise('key:cleared', 5, resetsAt);
    expect((await storage.hit('key:cleared', 9, WINDOW_MS)).count).toBe(1);
    await storage.raise('key:cleared', 5, resetsAt);
    expect((await storage.read('key:cleared', WINDOW_MS)).count).toBe(1);
  });
});
