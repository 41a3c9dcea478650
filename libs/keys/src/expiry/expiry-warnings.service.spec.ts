import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import type { Database } from '#libs/database/src/database.js';
import type { MailService } from '#libs/mail/src/mail.service.js';
import { type HeldMails } from '../../../../test/support/held-mails.ts';
import { insertKey } from '../../../../test/support/insert-key.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type KeyLifecycleService } from '../administration/key-lifecycle.service.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { ExpiryWarningsService } from './expiry-warnings.service.js';

const DAY_MS = 24 * 3_600_000;
const WARNING = 'Your API key will expire soon';
const TERMS = 'Your API key has new terms';

describe(ExpiryWarningsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let mails: HeldMails;
  let warnings: ExpiryWarningsService;
  let lifecycle: KeyLifecycleService;
  let admin: SignedInAdmin;
  let keyId: string;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });

  beforeEach(async () => {
    const { database } = served;
    await database.delivery.deleteMany();
    await database.apiKey.deleteMany();
    clock = new ManualClock();
    ({ mails, warnings, lifecycle } = keyServices(database, clock));
    keyId = (await insertKey(database.pool)).id;
    // Send the emails that the setup caused.
    await setExpiry(30);
    await mails.send();
  });

  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  const setExpiry = (days: number | null) =>
    lifecycle.change(keyId, { expiresAt: days === null ? null : inDays(days) }, admin);
  const subjects = async () => (await mails.send()).map(({ subject }) => subject);
  const warn = async () => {
    await warnings.work();
    return subjects();
  };

  it('warns once 14 days and once 2 days before the expiry, to the millisecond', async () => {
    clock.advance(16 * DAY_MS - 1);
    expect(await warn()).toEqual([]);
    clock.advance(1);
    expect(await warn()).toEqual([WARNING]);
    clock.advance(12 * DAY_MS - 1);
    expect(await warn()).toEqual([]);
    clock.advance(1);
    expect(await warn()).toEqual([WARNING]);
    clock.advance(2 * DAY_MS - 1);
    expect(await warn()).toEqual([]);
  });

  it('warns once about a key first seen two days before its expiry', async () => {
    clock.advance(28 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
    expect(await warn()).toEqual([]);
  });

  it('sends no warning for an expired or revoked key', async () => {
    const recorded = () => served.database.delivery.count({ where: { kind: 'key-expires' } });
    clock.advance(30 * DAY_MS);
    await warnings.work();
    // It doesn't record an email that could only fail, either.
    expect(await recorded()).toBe(0);
    await setExpiry(10);
    await lifecycle.revoke(keyId, 'Abuse.', admin);
    await mails.send();
    clock.advance(9 * DAY_MS);
    await warnings.work();
    expect(await recorded()).toBe(0);
  });

  it('warns about a suspended key', async () => {
    await lifecycle.suspend(keyId, 'Too much.', admin);
    await mails.send();
    clock.advance(16 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
  });

  it('warns again after the expiry was postponed', async () => {
    clock.advance(16 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
    await setExpiry(30);
    expect(await subjects()).toEqual([TERMS]);
    expect(await warn()).toEqual([]);
    clock.advance(16 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
  });

  it('sends no warning that the email about the new terms already covers', async () => {
    await setExpiry(7);
    expect(await subjects()).toEqual([TERMS]);
    expect(await warn()).toEqual([]);
    clock.advance(5 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
  });

  it.each([
    ['was postponed', () => setExpiry(60), [TERMS]],
    ['was removed', () => setExpiry(null), [TERMS]],
    ['has passed', async () => clock.advance(14 * DAY_MS), []],
    ['no longer matters', () => lifecycle.revoke(keyId, 'Abuse.', admin), ['revoked']],
  ])('drops a waiting warning if the expiry %s', async (_what, act, others) => {
    clock.advance(16 * DAY_MS);
    await warnings.work();
    await act();
    const sent = await subjects();
    expect(sent).toHaveLength(others.length);
    expect(sent).not.toContain(WARNING);
  });

  /** Looks for keys to warn about while something else changes them. */
  const warnDuring = async (change: () => Promise<unknown>) => {
    const { database } = served;
    const findMany = async (query: Parameters<typeof database.apiKey.findMany>[0]) => {
      const found = await database.apiKey.findMany(query);
      await change();
      return found;
    };
    const slower = { apiKey: { findMany } } as unknown as Database;
    await new ExpiryWarningsService(new KeysRepository(slower), mails.service, clock).work();
  };

  it('sends one warning when two processes find the same key', async () => {
    clock.advance(16 * DAY_MS);
    await warnDuring(() => warnings.work());
    expect(await subjects()).toEqual([WARNING]);
  });

  it('warns about the new expiry of a key that an admin changed during a check', async () => {
    clock.advance(16 * DAY_MS);
    await warnDuring(() => setExpiry(30));
    expect(await subjects()).toEqual([TERMS]);
    clock.advance(16 * DAY_MS);
    expect(await warn()).toEqual([WARNING]);
  });

  it('warns the address that an admin corrected during a check', async () => {
    clock.advance(16 * DAY_MS);
    const ownerEmail = 'corrected@example.org';
    const correct = { where: { id: keyId }, data: { ownerEmail } };
    await warnDuring(() => served.database.apiKey.update(correct));
    await warnings.work();
    expect(await mails.send()).toMatchObject([{ subject: WARNING, to: ownerEmail }]);
  });

  it('notifies the owner of a new limit or expiry, but not of unchanged values or labels', async () => {
    const { expiresAt } = await served.database.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    await lifecycle.change(keyId, { label: 'Ours' }, admin);
    await lifecycle.change(keyId, { expiresAt: expiresAt! }, admin);
    expect(await subjects()).toEqual([]);
    await lifecycle.change(keyId, { limitPerHour: 5 }, admin);
    await lifecycle.change(keyId, { limitPerHour: 5 }, admin);
    expect(await subjects()).toEqual([TERMS]);
  });

  it('refuses an expiry that is not in the future', async () => {
    await expect(setExpiry(0)).rejects.toMatchObject({ code: 'invalid_body' });
    await setExpiry(1 / DAY_MS);
  });

  describe('while the program runs', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('checks a second after startup and then every minute', async () => {
      const findExpiring = jest.fn(async () => []);
      const looking = new ExpiryWarningsService(
        { findExpiring } as unknown as KeysRepository,
        {} as MailService,
        clock,
      );
      looking.onApplicationBootstrap();
      const looks = async (afterMs: number) => {
        await jest.advanceTimersByTimeAsync(afterMs);
        return findExpiring.mock.calls.length;
      };
      expect([await looks(999), await looks(1)]).toEqual([0, 1]);
      expect([await looks(59_999), await looks(1), await looks(60_000)]).toEqual([1, 2, 3]);
      await looking.beforeApplicationShutdown();
      expect(await looks(600_000)).toBe(3);
    });
  });
});
