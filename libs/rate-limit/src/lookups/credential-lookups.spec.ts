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

  it('looks up at once, as often as what is sent is valid', async () => {
    for (let i = 0; i < 2 * ADDRESS_LIMIT; i++) expect(await lookups.find(VALID, 'a')).toBe(7);
    expect(findAll).toHaveBeenCalledTimes(2 * ADDRESS_LIMIT);
  });

  it('looks up together what comes from a network that has guessed too often', async () => {
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

  it('lets no number of simultaneous guesses past the last that is allowed', async () => {
    await exhaust('a', ADDRESS_LIMIT - 1);
    const guesses = Array.from({ length: MAX_AT_ONCE }, (_, i) => lookups.find(`guess ${i}`, 'a'));
    expect(findAll.mock.calls).toEqual([[['guess 0']]]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(findAll).toHaveBeenCalledTimes(2);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([undefined]));
  });

  it('remembers who guessed while 10,000 networks ask, and is bounded by so many', async () => {
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
  ])('looks %i up by as few queries as %i, of at most 1,000 each', async (guesses, queries) => {
    await exhaust('a');
    const made = Array.from({ length: guesses }, (_, i) => lookups.find(`guess ${i}`, 'a'));
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    await Promise.all(made);
    expect(findAll).toHaveBeenCalledTimes(queries);
  });

  it('makes no other network wait, and the same no longer than its hour', async () => {
    await exhaust('a');
    expect(await lookups.find(VALID, 'b')).toBe(7);
    clock.advance(WINDOW_MS);
    expect(await lookups.find(VALID, 'a')).toBe(7);
    expect(findAll).toHaveBeenCalledTimes(2);
  });

  it('makes few look-ups at once, from however many networks, and however many were made before', async () => {
    for (let i = 0; i < 3 * MAX_AT_ONCE; i++) await lookups.find(VALID, 'a');
    findAll.mockClear();
    const found = Array.from({ length: 300 }, (_, i) => lookups.find(VALID, `network ${i}`));
    expect(findAll).toHaveBeenCalledTimes(MAX_AT_ONCE);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(findAll).toHaveBeenCalledTimes(MAX_AT_ONCE + 1);
    expect(new Set(await Promise.all(found))).toEqual(new Set([7]));
  });

  it('holds no failure of ours against a network', async () => {
    findAll.mockRejectedValue(new Error('The database is away.'));
    for (let i = 0; i < 2 * ADDRESS_LIMIT; i++) {
      await expect(lookups.find(VALID, 'a')).rejects.toThrow('away');
    }
    findAll.mockResolvedValue(new Map([[VALID, 7]]));
    expect(await lookups.find(VALID, 'a')).toBe(7);
  });
});
