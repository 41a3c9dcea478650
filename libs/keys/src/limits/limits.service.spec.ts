import { randomUUID } from 'node:crypto';
import type { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { LimitsService } from './limits.service.js';

const HOUR_MS = 3_600_000;
const OPERATOR = { operator: 'olga' };

describe(LimitsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let windows: FixedWindowStorage;
  let limits: LimitsService;
  let keyId: string;

  beforeAll(async () => {
    const data = { label: 'Maps', ownerName: 'Ada', ownerEmail: 'a@example.org', limitPerHour: 3 };
    ({ id: keyId } = await served.database.apiKey.create({ data }));
  });
  beforeEach(() => {
    clock = new ManualClock();
    ({ windows, limits } = keyServices(served.database, clock));
  });

  const hit = (bucket: string, times: number, windowMs = HOUR_MS) =>
    windows.hit(bucket, 1_000, windowMs, times);
  const ofKey = async (id: string) => limits.read(await limits.ofKey(id));
  const ofAddress = async (text: string) => limits.read(limits.ofAddress(text));
  const clearKey = async () => limits.clear(await limits.ofKey(keyId), OPERATOR);
  const clearAddress = (text: string) => limits.clear(limits.ofAddress(text), OPERATOR);
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  const keyBudget = { budget: 'key', limit: 3, windowSeconds: 3600 };

  it('returns the used and remaining requests of a key and when its window resets', async () => {
    const unused = { ...keyBudget, of: keyId, used: 0, remaining: 3, resetsAt: null };
    expect(await ofKey(keyId)).toEqual([unused]);
    await hit(`key:${keyId}`, 1);
    const used = { ...unused, used: 1, remaining: 2, resetsAt: after(HOUR_MS) };
    expect(await ofKey(keyId)).toEqual([used]);
    // A lowered limit can leave more requests used than allowed.
    await hit(`key:${keyId}`, 4);
    expect(await ofKey(keyId)).toMatchObject([{ used: 5, remaining: 0 }]);
    await expect(ofKey(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists every budget of an address, which is a /64 for IPv6', async () => {
    await hit('address:2001:db8:1:2::/64', 2);
    await hit('page:2001:db8:1:2::/64', 7, 60_000);
    const of = '2001:db8:1:2::/64';
    expect(await ofAddress('2001:db8:1:2::9')).toEqual([
      {
        budget: 'address',
        of,
        limit: 60,
        windowSeconds: 3600,
        used: 2,
        remaining: 58,
        resetsAt: after(HOUR_MS),
      },
      {
        budget: 'page',
        of,
        limit: 600,
        windowSeconds: 60,
        used: 7,
        remaining: 593,
        resetsAt: after(60_000),
      },
      ...['file', 'operator'].map((budget) => ({
        budget,
        of,
        limit: 6_000,
        windowSeconds: 60,
        used: 0,
        remaining: 6_000,
        resetsAt: null,
      })),
    ]);
    // The network is also accepted as it is shown.
    expect(await clearAddress(of)).toMatchObject([{ of, used: 2 }, {}, {}, {}]);
    for (const wrong of ['nonsense', '2001:db8::/48', '192.0.2.7/64']) {
      await expect(ofAddress(wrong)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('resets the window of one key only and audits what it had used', async () => {
    await hit(`key:${keyId}`, 3);
    await hit('key:other', 3);
    expect(await clearKey()).toMatchObject([{ used: 3 }]);
    expect(await ofKey(keyId)).toMatchObject([{ used: 0, remaining: 3 }]);
    expect((await windows.read('key:other', HOUR_MS)).count).toBe(3);
    const where = { subject: 'key', subjectId: keyId };
    expect(await served.database.auditEntry.findMany({ where })).toMatchObject([
      { operator: 'olga', action: 'limit.clear', before: { used: { key: 3 } } },
    ]);
  });

  it('resets all windows of an address', async () => {
    await hit('address:192.0.2.7', 60);
    await hit('page:192.0.2.7', 600, 60_000);
    await clearAddress('192.0.2.7');
    const used = (await ofAddress('192.0.2.7')).map((window) => window.used);
    expect(used).toEqual([0, 0, 0, 0]);
    const where = { subject: 'address', subjectId: '192.0.2.7' };
    expect(await served.database.auditEntry.findMany({ where })).toMatchObject([
      { before: { used: { address: 60, page: 600 } } },
    ]);
  });

  it('records no audit entry if the store fails to clear the window', async () => {
    jest.spyOn(windows, 'clear').mockRejectedValueOnce(new Error('away'));
    const count = () => served.database.auditEntry.count();
    const before = await count();
    await expect(clearKey()).rejects.toThrow('away');
    expect(await count()).toBe(before);
  });
});
