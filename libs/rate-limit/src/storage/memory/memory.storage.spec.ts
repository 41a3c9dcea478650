import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { MemoryStorage } from './memory.storage.js';

const HOUR = 3_600_000;
const KEY = 'key:1';

describe(MemoryStorage.name, () => {
  let clock: ManualClock;
  let storage: MemoryStorage;

  beforeEach(() => {
    clock = new ManualClock();
    storage = new MemoryStorage(clock, { keys: 100, addresses: 100, minutes: 100 });
  });

  const hit = (bucket = KEY, limit = 3) => storage.hit(bucket, limit, HOUR);
  const count = async (bucket = KEY) => (await storage.hit(bucket, 0, HOUR)).count;

  async function hitTimes(times: number, bucket = KEY, limit = 1_000_000): Promise<void> {
    for (let time = 0; time < times; time++) await hit(bucket, limit);
  }

  it('never evicts windows of keys for addresses', async () => {
    await hitTimes(3);
    for (let address = 0; address < 10_000; address++) await hit(`address:${address}`);
    expect(await count()).toBe(3);
    expect([...storage.windows()].length).toBeLessThanOrEqual(101);
  });

  it.each(['page', 'file', 'operator'])(
    'does not evict or save windows for those of %ss',
    async (budget) => {
      await hit('address:a');
      for (let visitor = 0; visitor < 10_000; visitor++) await hit(`${budget}:${visitor}`);
      expect([await count('address:a'), await count(`${budget}:9999`)]).toEqual([1, 1]);
      expect([...storage.windows()].map(({ bucket }) => bucket)).toEqual(['address:a']);
    },
  );

  it.each([
    ['key', 400_000],
    ['address', 100_000],
    ['page', 100_000],
    ['operator', 100_000],
  ])('holds every %s up to %i, and then forgets the oldest', async (kind, most) => {
    const large = new MemoryStorage(clock);
    const comes = (from: number, to: number) => {
      for (let n = from; n <= to; n++) void large.hit(`${kind}:${n}`, 1, HOUR);
    };
    const isKnown = async () => (await large.read(`${kind}:1`, HOUR)).count === 1;
    comes(1, most);
    expect(await isKnown()).toBe(true);
    comes(most + 1, most + 1);
    expect(await isKnown()).toBe(false);
  });

  it('evicts ended windows before running ones', async () => {
    for (let key = 0; key < 50; key++) await hit(`key:ended-${key}`);
    clock.advance(HOUR);
    await hitTimes(3);
    for (let key = 0; key < 48; key++) await hit(`key:running-${key}`);
    expect(await count()).toBe(3);
  });

  it('holds one window per bucket after it was cleared and others came', async () => {
    await hit();
    for (let key = 0; key < 50; key++) await hit(`key:other-${key}`);
    await storage.clear([KEY]);
    await hitTimes(2);
    const held = [...storage.windows()].filter(({ bucket }) => bucket === KEY);
    expect(held.map((window) => window.count)).toEqual([2]);
  });

  it('continues from an adopted count', async () => {
    const resetsAt = clock.now().getTime() + 5;
    storage.raise(KEY, 2, resetsAt);
    expect(await hit()).toMatchObject({ allowed: true, count: 3, resetsAt });
    storage.raise(KEY, 2, resetsAt);
    expect(await hit()).toMatchObject({ allowed: false, count: 3 });
    // A hit that counts nothing starts no window.
    storage.raise(KEY, 0, resetsAt + 5);
    expect(await hit()).toMatchObject({ allowed: false, count: 3 });
    storage.raise(KEY, 1, resetsAt + 5);
    expect(await hit()).toMatchObject({ allowed: true, count: 2, resetsAt: resetsAt + 5 });
  });

  it.each([
    [0, 3600],
    [1, 3600],
    [1000, 3599],
    [HOUR - 1, 1],
  ])(
    'returns the seconds left to the throttler: %i ms into the window, %i s',
    async (into, seconds) => {
      const { resetsAt } = await hit();
      clock.advance(into);
      expect(await storage.increment(KEY, HOUR, 1)).toEqual({
        totalHits: 1,
        timeToExpire: seconds,
        isBlocked: true,
        timeToBlockExpire: seconds,
        resetsAt,
      });
    },
  );
});
