import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { generateKeyText, hashKeyText } from '../key-text/key-text.js';
import type { KnownSecret } from './known-secret.js';
import { SecretCache } from './secret-cache.js';
import type { SecretLookup } from './secret-lookup.js';

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
  let cache: SecretCache;

  beforeEach(() => {
    clock = new ManualClock();
    lookup = jest.fn(async (asked: string) => (asked === hash ? known : undefined));
    cache = new SecretCache({ byHash: lookup } as unknown as SecretLookup, clock);
  });

  it('asks once for a secret, also when many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.find(hash)));
    expect(answers).toEqual(Array(50).fill(known));
    await cache.find(hash);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('remembers what is not there', async () => {
    const made = hashKeyText(generateKeyText());
    expect(await cache.find(made)).toBeUndefined();
    expect(await cache.find(made)).toBeUndefined();
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('keeps real secrets through a flood of made-up ones', async () => {
    await cache.find(hash);
    for (let i = 0; i < 20_000; i++) await cache.find(hashKeyText(`made up ${i}`));
    lookup.mockClear();
    await cache.find(hash);
    expect(lookup).not.toHaveBeenCalled();
  });

  it('asks again after a change', async () => {
    await cache.find(hash);
    cache.clear();
    await cache.find(hash);
    expect(lookup).toHaveBeenCalledTimes(2);
  });

  it('does not remember what was asked before a change and answered after it', async () => {
    let answer!: (secret: KnownSecret) => void;
    lookup.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const asked = cache.find(hash);
    cache.clear();
    const revoked = { ...known, state: 'revoked' as const };
    lookup.mockResolvedValueOnce(revoked);
    expect(await cache.find(hash)).toBe(revoked);
    answer(known);
    expect(await asked).toBe(known);
    expect(await cache.find(hash)).toBe(revoked);
  });

  it('does not remember a failure', async () => {
    lookup.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(cache.find(hash)).rejects.toThrow('away');
    expect(await cache.find(hash)).toBe(known);
  });

  it('asks again after a minute, in case nobody tells of changes', async () => {
    await cache.find(hash);
    clock.advance(60_001);
    await cache.find(hash);
    expect(lookup).toHaveBeenCalledTimes(2);
  });
});
