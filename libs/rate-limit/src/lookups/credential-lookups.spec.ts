import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { CredentialLookups } from './credential-lookups.js';

const ADDRESS_LIMIT = 60;
const WINDOW_MS = 3_600_000;
const GATHER_MS = 100;
const MAX_AT_ONCE = 8;

describe(CredentialLookups.name, () => {
  const VALID = 'valid';
  let clock: ManualClock;
  let findAll: jest.Mock<Promise<Map<string, number>>, [readonly string[]]>;
  let lookups: CredentialLookups<number>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    clock = new ManualClock();
    findAll = jest.fn(async (hashes: readonly string[]) =>
      Promise.resolve(new Map(hashes.filter((hash) => hash === VALID).map((hash) => [hash, 7]))),
    );
    lookups = new CredentialLookups(findAll, clock);
  });
  afterEach(() => jest.useRealTimers());

  async function exhaust(network: string, guesses = ADDRESS_LIMIT): Promise<void> {
    for (let i = 0; i < guesses; i++) await lookups.find(`made up ${i}`, network);
    findAll.mockClear();
  }

  it('looks up valid credentials immediately, any number of times', async () => {
    for (let i = 0; i < 2 * ADDRESS_LIMIT; i++) expect(await lookups.find(VALID, 'a')).toBe(7);
    expect(findAll).toHaveBeenCalledTimes(2 * ADDRESS_LIMIT);
  });

  it('batches lookups from a network with too many misses', async () => {
    await exhaust('a');
    const guesses = Array.from({ length: 500 }, (_, i) => lookups.find(`guess ${i}`, 'a'));
    const valid = lookups.find(VALID, 'a');
    await jest.advanceTimersByTimeAsync(GATHER_MS - 1);
    expect(findAll).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(findAll).toHaveBeenCalledTimes(1);
    expect(await valid).toBe(7);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([undefined]));
  });

  it('holds the miss limit for simultaneous guesses', async () => {
    await exhaust('a', ADDRESS_LIMIT - 1);
    const guesses = Array.from({ length: MAX_AT_ONCE }, (_, i) => lookups.find(`guess ${i}`, 'a'));
    expect(findAll.mock.calls).toEqual([[['guess 0']]]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(findAll).toHaveBeenCalledTimes(2);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([undefined]));
  });

  it('remembers misses of up to 10,000 networks', async () => {
    await exhaust('a');
    for (let i = 1; i < 10_000; i++) await lookups.find(VALID, `network ${i}`);
    findAll.mockClear();
    const guess = lookups.find('guess', 'a');
    expect(findAll).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(await guess).toBeUndefined();
    for (let i = 1; i <= 10_000; i++) await lookups.find(VALID, `another ${i}`);
    findAll.mockClear();
    await lookups.find('guess', 'a');
    expect(findAll).toHaveBeenCalledTimes(1);
  });

  it.each([
    [1_000, 1],
    [1_001, 2],
  ])('looks up %i credentials in %i queries of at most 1,000', async (guesses, queries) => {
    await exhaust('a');
    const made = Array.from({ length: guesses }, (_, i) => lookups.find(`guess ${i}`, 'a'));
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    await Promise.all(made);
    expect(findAll).toHaveBeenCalledTimes(queries);
  });

  it('delays no other network, and the same one for at most an hour', async () => {
    await exhaust('a');
    expect(await lookups.find(VALID, 'b')).toBe(7);
    clock.advance(WINDOW_MS);
    expect(await lookups.find(VALID, 'a')).toBe(7);
    expect(findAll).toHaveBeenCalledTimes(2);
  });

  it('bounds concurrent lookups across all networks', async () => {
    for (let i = 0; i < 3 * MAX_AT_ONCE; i++) await lookups.find(VALID, 'a');
    findAll.mockClear();
    const found = Array.from({ length: 300 }, (_, i) => lookups.find(VALID, `network ${i}`));
    expect(findAll).toHaveBeenCalledTimes(MAX_AT_ONCE);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(findAll).toHaveBeenCalledTimes(MAX_AT_ONCE + 1);
    expect(new Set(await Promise.all(found))).toEqual(new Set([7]));
  });

  it('does not count internal errors as misses', async () => {
    findAll.mockRejectedValue(new Error('The database is away.'));
    for (let i = 0; i < 2 * ADDRESS_LIMIT; i++) {
      await expect(lookups.find(VALID, 'a')).rejects.toThrow('away');
    }
    findAll.mockResolvedValue(new Map([[VALID, 7]]));
    expect(await lookups.find(VALID, 'a')).toBe(7);
  });
});
