import { randomUUID } from 'node:crypto';
import { RecentTrafficRepository } from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import { type InsertedKey, insertKey } from '../../../../test/support/insert-key.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { startOfKeyText } from '../key-text/key-text.js';
import { TopKeysQuery } from './usage.dto.js';
import { UsageService } from './usage.service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALIGNED = Date.parse('2026-11-21T00:00:00Z');

describe(UsageService.name, () => {
  const served = useMigratedDatabase();
  let usage: UsageService;
  let key: InsertedKey;
  let keyId: string;

  beforeAll(() => {
    ({ usage } = keyServices(served.database, new ManualClock()));
  });
  beforeEach(async () => {
    key = await insertKey(served.database.pool, { limitPerHour: 1000 });
    keyId = key.id;
  });

  const use = (hour: number, requests: number) =>
    served.database.$executeRaw`
      INSERT INTO key_usage (key_id, hour, requests, refusals, last_request_at)
      VALUES (${keyId}::uuid, ${new Date(hour)}, ${requests}, 1, now())`;
  const between = (by: 'hour' | 'day', from: number, to: number) =>
    usage.of(keyId, { by, from: new Date(from), to: new Date(to) });

  it.each([
    ['hour', HOUR],
    ['day', DAY],
  ] as const)('returns a thousand steps by the %s and refuses one more', async (by, step) => {
    const { steps } = await between(by, ALIGNED - 1000 * step, ALIGNED);
    expect(steps).toHaveLength(1000);
    expect(steps[0]!.start).toEqual(new Date(ALIGNED - 1000 * step));
    expect(steps[999]!.start).toEqual(new Date(ALIGNED - step));
    // The same number of hours or days, with the first and the last cut.
    for (const [from, to] of [
      [ALIGNED - 1000 * step, ALIGNED + 1],
      [ALIGNED - 1000 * step - 1, ALIGNED - 1],
      [ALIGNED - 1000 * step + 1, ALIGNED + 1],
    ] as const) {
      await expect(between(by, from, to)).rejects.toMatchObject({ code: 'invalid_parameter' });
    }
  });

  it('returns whole steps from the first to the last one the span touches', async () => {
    await use(ALIGNED - HOUR, 1);
    await use(ALIGNED, 2);
    await use(ALIGNED + HOUR, 4);
    await use(ALIGNED + 2 * HOUR, 8);
    const exact = await between('hour', ALIGNED, ALIGNED + 2 * HOUR);
    expect(exact).toMatchObject({ requests: 6, refusals: 2 });
    expect(exact.steps.map(({ requests }) => requests)).toEqual([2, 4]);
    const touched = await between('hour', ALIGNED - 1, ALIGNED + 2 * HOUR + 1);
    expect(touched.steps.map(({ requests }) => requests)).toEqual([1, 2, 4, 8]);
  });

  it('adds up more requests than a 32-bit integer holds', async () => {
    await use(ALIGNED, 2 ** 31 - 1);
    await use(ALIGNED + HOUR, 1);
    expect((await between('day', ALIGNED, ALIGNED + 1)).requests).toBe(2 ** 31);
  });

  it('refuses too long a span that starts before 1970', async () => {
    const from = -1001 * DAY + 1;
    await expect(between('day', from, from + 1000 * DAY)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it('refuses an empty span', async () => {
    await expect(between('day', ALIGNED, ALIGNED)).rejects.toThrow('from must be before to.');
    expect((await between('day', ALIGNED, ALIGNED + 1)).steps).toHaveLength(1);
    // By default, the span would start before the first year.
    const until = (to: string) => usage.of(keyId, { by: 'day', to: new Date(to) });
    await expect(until('0001-01-01T00:00:00Z')).rejects.toThrow('from must be before to.');
    expect((await until('0001-01-02T00:00:00Z')).steps).toHaveLength(1);
  });

  it('lists the most used keys of the last hours, including the current one', async () => {
    const now = new ManualClock().now().getTime();
    const top = async (hours: number) => {
      const query = Object.assign(new TopKeysQuery(), { hours });
      const found = (await usage.top(query)).find((key) => key.keyId === keyId);
      return found?.requests;
    };
    await use(now - 2 * HOUR, 4);
    expect(await top(2)).toBeUndefined();
    await use(now - HOUR, 2 ** 31 - 1);
    await use(now, 1);
    expect([await top(1), await top(2), await top(3)]).toEqual([1, 2 ** 31, 2 ** 31 + 4]);
  });

  it('ranks keys by the chosen counter, with a stable order for ties, up to the limit', async () => {
    // A day that no other test uses.
    const clock = new ManualClock(ALIGNED + 400 * DAY);
    const ids = [3, 1, 4, 2].map((n) => randomUUID().replace(/^./, `${n}`));
    for (const [n, id] of ids.entries()) {
      const owner = { label: 'Top', ownerName: 'Ada', ownerEmail: 'a@example.org' };
      await served.database.apiKey.create({ data: { id, ...owner, limitPerHour: 1 } });
      const hour = clock.now();
      const requests = n < 2 ? 5 : 3;
      const refusals = n === 3 ? 9 : 1;
      const use = { keyId: id, hour, requests, refusals, lastRequestAt: hour };
      await served.database.keyUsage.create({ data: use });
    }
    const top = async (sort: 'requests' | 'refusals', limit = 20) => {
      const query = Object.assign(new TopKeysQuery(), { hours: 1, sort, limit });
      const found = await keyServices(served.database, clock).usage.top(query);
      return found.map((key) => ids.indexOf(key.keyId));
    };
    expect(await top('requests')).toEqual([1, 0, 3, 2]);
    expect(await top('refusals')).toEqual([3, 1, 0, 2]);
    expect(await top('refusals', 2)).toEqual([3, 1]);
  });

  it('returns each deprecated use exactly once across pages', async () => {
    const lastRequestAt = new Date(ALIGNED);
    const operations = ['c', 'a', 'e', 'b', 'd'];
    for (const operation of operations) {
      await served.database.deprecatedUsage.create({
        data: { keyId, operation, requests: 1, lastRequestAt },
      });
    }
    const found: string[] = [];
    for (const page of [1, 2, 3]) {
      const { items, total } = await usage.ofDeprecated({ page, limit: 2 });
      expect(total).toBe(5);
      found.push(...items.map(({ operation }) => operation));
    }
    expect(found).toEqual([...operations].sort());
  });

  it('lists the busiest keys of the last minutes with their owners and secret prefixes', async () => {
    const clock = new ManualClock(ALIGNED + 500 * DAY);
    const traffic = new RecentTrafficRepository(served.database, clock);
    await served.database.apiKeySecret.create({
      data: { keyId, start: 'mnbd_older', hash: Buffer.from('older'), createdAt: new Date(0) },
    });
    const figures = { requests: 5, refusals: 1, milliseconds: 2.5 };
    await traffic.add([
      { bucket: `key:${keyId}`, ...figures },
      // A deleted key has no owner to show.
      { bucket: `key:${randomUUID()}`, ...figures },
    ]);
    expect(
      await usage.withKeys(await traffic.topKeys({ minutes: 1, sort: 'requests', limit: 20 })),
    ).toEqual([
      {
        keyId,
        label: 'Test',
        ownerEmail: 'test@example.org',
        limitPerHour: 1000,
        starts: [startOfKeyText(key.text), 'mnbd_older'],
        ...figures,
      },
    ]);
  });
});
