import { randomBytes } from 'node:crypto';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { FormTokens } from './form-tokens.js';

const EARLIEST_MS = 3_000;
const LATEST_MS = 4 * 3_600_000;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe(FormTokens.name, () => {
  let clock: ManualClock;
  let tokens: FormTokens;

  beforeEach(() => {
    clock = new ManualClock();
    tokens = new FormTokens(randomBytes(32), clock);
  });

  it.each([
    [0, 'early'],
    [2_900, 'early'],
    [EARLIEST_MS - 1, 'early'],
    [EARLIEST_MS, 'good'],
    [LATEST_MS, 'good'],
    [LATEST_MS + 1, 'late'],
  ])('%i ms after it was given out is %s', (age, verdict) => {
    const token = tokens.issue('report');
    clock.advance(age);
    expect(tokens.judge('report', token)).toBe(verdict);
  });

  it('is of one form, and of those who have the secret', () => {
    const token = tokens.issue('report');
    const foreign = new FormTokens(randomBytes(32), clock).issue('report');
    clock.advance(EARLIEST_MS);
    expect(tokens.judge('key-request', token)).toBe('forged');
    expect(tokens.judge('report', foreign)).toBe('forged');
  });

  it('cannot be changed', () => {
    const token = tokens.issue('report');
    clock.advance(EARLIEST_MS);
    const [time, nonce, signature] = token.split('.') as [string, string, string];
    const earlier = (parseInt(time, 36) - 1).toString(36);
    const others = [
      `${earlier}.${nonce}.${signature}`,
      `${time}.${'A'.repeat(22)}.${signature}`,
      `${time}.${nonce}.${'A'.repeat(43)}`,
      `${time}.${nonce}`,
      `${token}x`,
      `${'z'.repeat(5_000)}.${nonce}.${signature}`,
      '',
    ];
    for (const other of others) expect(tokens.judge('report', other)).toBe('forged');
  });

  it('refuses the other spellings of its last character, which decode to the same bytes', () => {
    const token = tokens.issue('report');
    clock.advance(EARLIEST_MS);
    const bytes = (text: string) => Buffer.from(text.split('.')[2]!, 'base64url');
    const siblings = Array.from(BASE64URL, (last) => token.slice(0, -1) + last).filter(
      (text) => text !== token && bytes(text).equals(bytes(token)),
    );
    expect(siblings).toHaveLength(3);
    for (const sibling of siblings) expect(tokens.judge('report', sibling)).toBe('forged');
    expect(tokens.judge('report', token)).toBe('good');
  });

  it('is another each time', () => {
    expect(tokens.issue('report')).not.toBe(tokens.issue('report'));
  });
});
