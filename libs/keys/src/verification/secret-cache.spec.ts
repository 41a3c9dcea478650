import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { hashKeyText } from '../key-text/key-text.js';
import { type KnownSecret, type KeysRepository } from '../administration/keys.repository.js';
import { SecretCache } from './secret-cache.js';

describe(SecretCache.name, () => {
  const known: KnownSecret = {
    keyId: 'a',
    limitPerHour: 1000,
    state: 'active',
    keyExpiresAt: null,
    secretExpiresAt: null,
  };
  const hash = hashKeyText('known');
  let clock: ManualClock;
  let lookup: jest.Mock<Promise<KnownSecret | undefined>, [string]>;
  const find = (asked: string) => cache.find(asked, '192.0.2.7');
  let cache: SecretCache;

  beforeEach(() => {
    clock = new ManualClock();
    lookup = jest.fn(async (asked: string) => (asked === hash ? known : undefined));
    const findSecrets = async ([asked]: string[]) => {
      const secret = await lookup(asked!);
      return new Map(secret && [[asked!, secret]]);
    };
    cache = new SecretCache({ findSecrets } as unknown as KeysRepository, clock);
  });

  it('looks up a secret once, even for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => find(hash)));
    expect(answers).toEqual(Array(50).fill(known));
    await find(hash);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('keeps real secrets through a flood of made-up ones, and keeps the last 10,000 of those', async () => {
    await find(hash);
    const madeUp = (n: number) => cache.find(hashKeyText(`made up ${n}`), `network ${n}`);
    for (let n = 0; n < 20_000; n++) await madeUp(n);
    lookup.mockClear();
    await find(hash);
    await madeUp(10_000);
    expect(lookup).not.toHaveBeenCalled();
    await madeUp(9_999);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('keeps 10,000 real secrets', async () => {
    lookup.mockResolvedValue(known);
    const real = (n: number) => cache.find(`hash ${n}`, `network ${n}`);
    for (let n = 0; n <= 10_000; n++) await real(n);
    lookup.mockClear();
    await real(1);
    expect(lookup).not.toHaveBeenCalled();
    await real(0);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('looks up a secret again after a change, whether or not it existed before', async () => {
    lookup.mockResolvedValueOnce(undefined);
    expect(await find(hash)).toBeUndefined();
    cache.clear();
    expect(await find(hash)).toBe(known);
    cache.clear();
    lookup.mockResolvedValueOnce(undefined);
    expect(await find(hash)).toBeUndefined();
  });

  it('does not cache a result that was requested before a change and arrived after it', async () => {
    let answer!: (secret: KnownSecret) => void;
    lookup.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const asked = find(hash);
    cache.clear();
    const revoked = { ...known, state: 'revoked' as const };
    lookup.mockResolvedValueOnce(revoked);
    expect(await find(hash)).toBe(revoked);
    answer(known);
    expect(await asked).toBe(known);
    expect(await find(hash)).toBe(revoked);
  });

  it('does not cache a failed lookup', async () => {
    lookup.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(find(hash)).rejects.toThrow('away');
    expect(await find(hash)).toBe(known);
  });

  it('looks up a secret again after a minute, even without a change notice', async () => {
    await find(hash);
    clock.advance(60_000);
    await find(hash);
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(cache.isInUse).toBe(true);
    clock.advance(1);
    expect(cache.recall(hash)).toBeUndefined();
    expect(cache.isInUse).toBe(false);
    await find(hash);
    expect(lookup).toHaveBeenCalledTimes(2);
  });
});
