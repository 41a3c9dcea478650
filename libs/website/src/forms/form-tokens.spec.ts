import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { FormKey } from './form-key.js';
import { FormKeysRepository } from './form-keys.repository.js';
import { FormTokens, LINK_LATEST_MS } from './form-tokens.js';

const EARLIEST_MS = 3_000;
const LATEST_MS = 4 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe(FormTokens.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let tokens: FormTokens;

  beforeEach(async () => {
    await served.database.formKey.deleteMany();
    clock = new ManualClock();
    tokens = newProcess();
  });
  const newProcess = () => new FormTokens(new FormKeysRepository(served.database), clock);

  it.each([
    [EARLIEST_MS - 1, 'early'],
    [EARLIEST_MS, 'good'],
    [LATEST_MS, 'good'],
    [LATEST_MS + 1, 'late'],
  ])('judges a token %i ms after it was issued as %s', async (age, verdict) => {
    const token = await tokens.issue('report');
    clock.advance(age);
    expect(await tokens.judge('report', token)).toBe(verdict);
  });

  it('accepts the tokens of other processes, even after they exit', async () => {
    const token = await newProcess().issue('report');
    clock.advance(EARLIEST_MS);
    expect(await tokens.judge('report', token)).toBe('good');
  });

  it('refuses the tokens of other forms and of unknown keys', async () => {
    const token = await tokens.issue('report');
    const foreign = new FormKey().issue('report', clock.now());
    clock.advance(EARLIEST_MS);
    expect(await tokens.judge('key-request', token)).toBe('forged');
    expect(await tokens.judge('report', foreign)).toBe('forged');
  });

  it('refuses changed tokens', async () => {
    const token = await tokens.issue('report');
    clock.advance(EARLIEST_MS);
    const [time, nonce, key, signature] = token.split('.') as [string, string, string, string];
    const earlier = (parseInt(time, 36) - 1).toString(36);
    const others = [
      `${earlier}.${nonce}.${key}.${signature}`,
      `${time}.${'A'.repeat(22)}.${key}.${signature}`,
      `${time}.${nonce}.${key}.${'A'.repeat(86)}`,
      `${time}.${nonce}.${'A'.repeat(43)}.${signature}`,
      `${time}.${nonce}.${key}`,
      `${token}x`,
      `${'z'.repeat(5_000)}.${nonce}.${key}.${signature}`,
      '',
    ];
    for (const other of others) expect(await tokens.judge('report', other)).toBe('forged');
  });

  it('refuses any other spelling of the same bytes', async () => {
    const token = await tokens.issue('report');
    clock.advance(EARLIEST_MS);
    const last = ALPHABET.indexOf(token.at(-1)!);
    for (const other of [1, 2, 3, 15]) {
      const spelling = token.slice(0, -1) + ALPHABET[last ^ other]!;
      expect(await tokens.judge('report', spelling)).toBe('forged');
    }
    expect(await tokens.judge('report', token)).toBe('good');
  });

  it('never issues the same token twice', async () => {
    expect(await tokens.issue('report')).not.toBe(await tokens.issue('report'));
  });

  it('changes its key daily, and deletes keys whose tokens have all expired', async () => {
    const keys = async () => (await served.database.formKey.findMany()).length;
    await Promise.all([tokens.issue('report'), tokens.issue('report')]);
    clock.advance(DAY_MS - 1);
    const last = await tokens.issue('report');
    expect(await keys()).toBe(1);
    clock.advance(1);
    await tokens.issue('report');
    expect(await keys()).toBe(2);
    clock.advance(LATEST_MS - 1);
    expect(await newProcess().judge('report', last)).toBe('good');
    clock.advance(LINK_LATEST_MS - LATEST_MS);
    const judge = (token: string) => tokens.judge('report', token, LINK_LATEST_MS);
    expect(await judge(last)).toBe('good');
    clock.advance(1);
    await newProcess().issue('report');
    expect([await keys(), await judge(last)]).toEqual([2, 'late']);
  });

  it('tries again after a database outage', async () => {
    const create = jest.spyOn(served.database.formKey, 'create');
    create.mockRejectedValueOnce(new Error('The database is unavailable.'));
    await expect(tokens.issue('report')).rejects.toThrow('unavailable');
    create.mockRestore();
    await expect(tokens.issue('report')).resolves.toEqual(expect.any(String));
  });
});
