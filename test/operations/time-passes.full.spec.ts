import { askAsAdmin, signIn } from '../support/admin.ts';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { issueKey, KEY_FORM, keyIn, requestKey, someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { startProcess } from '../support/program-process.ts';
import { SteeredClock } from '../support/steered-clock.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Allowance for the real time that a test takes. */
const WHILE = MINUTE;

describe('as time passes', () => {
  let clock: SteeredClock;
  let token: string;
  const { database, program } = useDirectoryProcess(
    ({ env }) => {
      clock = new SteeredClock(env.DATA_DIR);
      return clock.env;
    },
    () => createDatabase('embedded'),
  );

  beforeEach(async () => {
    token = await signIn(program);
  });

  const use = (key: string) => call('GET', `${program.url}/api/v1/businesses`, { key });
  const codeOf = async (key: string) => (await use(key)).body.error?.code ?? 'works';

  it('a used budget is restored after an hour and not before', async () => {
    const { key } = await issueKey(program, database, { limitPerHour: 2 });
    const { headers } = await use(key);
    const reset = Number(headers.get('x-ratelimit-reset')) * 1000;
    expect(reset - clock.now().getTime()).toBeGreaterThan(HOUR - WHILE);
    expect(reset - clock.now().getTime()).toBeLessThanOrEqual(HOUR + 1000);
    await use(key);
    await clock.advance(HOUR - WHILE);
    const refused = await use(key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WHILE / 1000);
    await clock.advance(WHILE);
    const again = await use(key);
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  });

  it('an admin stays signed in for eight hours', async () => {
    const status = async () => (await call('GET', `${program.url}/admin/keys`, { token })).status;
    await clock.advance(8 * HOUR - WHILE);
    expect(await status()).toBe(200);
    await clock.advance(WHILE);
    expect(await status()).toBe(401);
  });

  it('a rotated secret works until its overlap ends, and the new one continues', async () => {
    const { key, keyId, email } = await issueKey(program, database);
    await askAsAdmin(program, token, 'POST', `keys/${keyId}/rotate`, { overlapHours: 24 });
    const newer = keyIn(await mailTo(database.env.DATA_DIR, email, /new API key/i));
    await clock.advance(DAY - WHILE);
    expect([await codeOf(key), await codeOf(newer)]).toEqual(['works', 'works']);
    await clock.advance(WHILE);
    expect([await codeOf(key), await codeOf(newer)]).toEqual(['expired_api_key', 'works']);
  });

  it('a key works for a year, until the moment it expires', async () => {
    const expiresAt = new Date(clock.now().getTime() + 365 * DAY);
    const { key } = await issueKey(program, database, { expiresAt: expiresAt.toISOString() });
    await clock.advance(365 * DAY - WHILE);
    expect(await codeOf(key)).toBe('works');
    await clock.advance(WHILE);
    expect(await codeOf(key)).toBe('expired_api_key');
  });

  it('an address may request five keys an hour', async () => {
    const ask = async () => (await requestKey(program, { email: someEmail() })).status;
    for (let n = 0; n < 5; n++) expect(await ask()).toBe(201);
    await clock.advance(HOUR - WHILE);
    expect(await ask()).toBe(429);
    await clock.advance(WHILE);
    expect(await ask()).toBe(201);
  });
});

describeOnPostgres('a server whose clock is an hour ahead of its database', () => {
  it('sends mails at once', async () => {
    const database = await createDatabase('PostgreSQL');
    const clock = new SteeredClock(database.env.DATA_DIR);
    await clock.advance(HOUR);
    const program = await startProcess({ ...database.env, ...clock.env });
    try {
      expect((await issueKey(program, database)).key).toMatch(KEY_FORM);
    } finally {
      await program.stop();
      await database.drop();
    }
  });
});
