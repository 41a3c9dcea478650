import { randomUUID } from 'node:crypto';
import { AdminsRepository } from '#libs/admin/src/accounts/admins.repository.js';
import { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { EventsRepository } from '#libs/events/src/events.repository.js';
import { ExpansionService } from '#libs/events/src/occurrences/expansion.service.js';
import { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { Composers } from '#libs/mail/src/deliveries/composers.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { adminServices } from '../support/admin-services.ts';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { keyServices } from '../support/key-services.ts';
import { ManualClock } from '../support/manual-clock.ts';

const OPERATOR = { operator: 'olga' };
const KIND = 'test-notice';

/**
 * Each test stops two transactions at the point where one could overtake the other. This needs
 * PostgreSQL: the embedded database runs one transaction at a time, so no row lock is ever contended.
 */
describeOnPostgres('concurrent transactions', () => {
  const clock = new ManualClock();
  let testDatabase: TestDatabase;
  let one: Database;
  let other: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase('PostgreSQL');
    const config = { connectionString: testDatabase.env.DATABASE_URL };
    [one, other] = [await Database.connect(config), await Database.connect(config)];
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await testDatabase.drop();
  });
  beforeEach(() => one.delivery.deleteMany());

  const waiting = async () => {
    const [row] = await other.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row!.count;
  };
  /** Waits until `count` transactions are blocked, or until the work is done without blocking. */
  const untilWaiting = (count: number, works: Promise<unknown>[]) =>
    Promise.race([
      Promise.allSettled(works),
      eventually(async () => (await waiting()) === count || undefined),
    ]);

  describe('deliveries', () => {
    const queueOf = (database: Database | Prisma.TransactionClient) =>
      new DeliveriesRepository(database as Database);
    const noticesOf = (database: Database) =>
      new AdminNoticesService(
        loadEnvironment({ ADMIN_NOTIFY_EMAIL: 'notify@directory.test' }),
        new MailService(database, new DeliveriesRepository(database), { wake: () => {} }),
        new Composers(),
        new DeliveriesRepository(database),
        new AdminsRepository(database),
      );
    const announce = (tx: Prisma.TransactionClient) => noticesOf(one).announce(tx, KIND);
    const recorded = () => one.delivery.count({ where: { kind: KIND } });

    it('are taken by one worker, and others skip them without waiting', async () => {
      await one.$transaction(announce);
      await one.$transaction(async (tx) => {
        expect(await queueOf(tx).leaseDue(5)).toHaveLength(1);
        expect(await queueOf(other).leaseDue(5)).toEqual([]);
      });
      expect(await queueOf(other).leaseDue(5)).toEqual([]);
    });

    it('that are notices wait until their subject is committed', async () => {
      await one.$transaction(announce);
      await one.$transaction(async (tx) => {
        await announce(tx);
        expect(await queueOf(other).leaseDue(5)).toEqual([]);
      });
      expect([await recorded(), await queueOf(other).leaseDue(5)]).toMatchObject([
        1,
        { length: 1 },
      ]);
    });

    it('become one notice for two simultaneous events', async () => {
      const seconds: Promise<void>[] = [];
      await one.$transaction(async (tx) => {
        await announce(tx);
        seconds.push(other.$transaction(announce));
        await untilWaiting(1, seconds);
      });
      await Promise.all(seconds);
      expect(await recorded()).toBe(1);
    });
  });

  describe('keys', () => {
    const approve = async () => {
      const { review, mails } = keyServices(one, clock);
      const { id } = await one.keyRequest.create({
        data: { name: 'Bea', email: `${randomUUID()}@example.org`, project: 'A map.' },
      });
      const { keyId } = await review.approve(id, {}, OPERATOR);
      return { requestId: id, keyId: keyId!, mails };
    };
    /** Adds a failed email to the applicant of a request, and returns its id. */
    const fail = async (requestId: string, data: Prisma.InputJsonObject) => {
      const { email } = await one.keyRequest.findUniqueOrThrow({ where: { id: requestId } });
      const delivery = { kind: KIND, recipient: email, status: 'failed' as const, data };
      return (await one.delivery.create({ data: delivery })).id;
    };

    it('are rotated again while the email of a rotation is being recorded', async () => {
      const { keyId, mails: approvals } = await approve();
      await approvals.send();
      clock.advance(1);
      const { lifecycle, mails, keys } = keyServices(one, clock);
      await lifecycle.rotate(keyId, 24, OPERATOR);
      const expire = keys.expireSecrets.bind(keys);
      const rotations: Promise<void>[] = [];
      jest.spyOn(keys, 'expireSecrets').mockImplementationOnce(async (...given) => {
        rotations.push(keyServices(other, clock).lifecycle.rotate(keyId, 0, OPERATOR));
        await untilWaiting(1, rotations);
        return expire(...given);
      });
      await mails.send();
      await Promise.all(rotations);
      expect(await one.delivery.count({ where: { kind: 'key-rotated', status: 'sent' } })).toBe(1);
    });

    it('get a corrected address while the email of their approval is being recorded', async () => {
      const { keyId, requestId } = await approve();
      const id = await fail(requestId, { keyId });
      const { mails, keys } = keyServices(one, clock);
      const add = keys.addSecret.bind(keys);
      const corrections: Promise<unknown>[] = [];
      jest.spyOn(keys, 'addSecret').mockImplementationOnce(async (data) => {
        const settlement = await add(data);
        const accepted: typeof settlement.accepted = async (tx) => {
          const { deliveries } = keyServices(other, clock);
          corrections.push(deliveries.retry(id, `${randomUUID()}@example.org`, OPERATOR));
          await untilWaiting(1, corrections);
          return settlement.accepted(tx);
        };
        return { ...settlement, accepted };
      });
      await mails.send();
      await Promise.all(corrections);
      expect(await one.delivery.count({ where: { kind: 'key-approved', status: 'sent' } })).toBe(1);
    });

    it('and their requests get a corrected address from two emails at once', async () => {
      const { keyId, requestId } = await approve();
      const ids = [await fail(requestId, { keyId }), await fail(requestId, { requestId })];
      const corrected = `${randomUUID()}@example.org`;
      let corrections: Promise<unknown>[] = [];
      await one.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT FROM api_keys, key_requests FOR UPDATE`;
        corrections = ids.map((id) =>
          keyServices(other, clock).deliveries.retry(id, corrected, OPERATOR),
        );
        await untilWaiting(2, corrections);
      });
      expect((await Promise.allSettled(corrections)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
      ]);
      expect(await one.delivery.count({ where: { kind: 'address-changed' } })).toBe(1);
    });
  });

  it('reopen a key request with the reason that the audit names', async () => {
    const { id } = await one.keyRequest.create({
      data: { name: 'Bea', email: 'bea@example.org', project: 'A map.', status: 'rejected' },
    });
    const reopenings: Promise<unknown>[] = [];
    await one.$transaction(async (tx) => {
      await tx.keyRequest.update({ where: { id }, data: { reason: 'The newer one.' } });
      reopenings.push(keyServices(other, clock).review.reopen(id, OPERATOR));
      await untilWaiting(1, reopenings);
    });
    await Promise.all(reopenings);
    const entry = await one.auditEntry.findFirstOrThrow({ where: { subjectId: id } });
    expect(entry.before).toEqual({ status: 'rejected', reason: 'The newer one.' });
  });

  it('extend each event once when two processes start together', async () => {
    const expansions = new ExpansionService();
    const extensionOf = (database: Database) =>
      new ExtensionService(database, new EventsRepository(database), expansions, clock);
    const startsAt = clock.now();
    const endsAt = new Date(startsAt.getTime() + 3_600_000);
    await one.$executeRaw`
      INSERT INTO events (id, slug, name, starts_at, ends_at, recurrence)
      SELECT gen_random_uuid(), 'event-' || n, 'Event', ${startsAt}, ${endsAt}, 'FREQ=WEEKLY;COUNT=3'
      FROM generate_series(1, 40) AS n`;
    const works = await Promise.all([one, other].map((each) => extensionOf(each).work()));
    await expansions.onApplicationShutdown();
    expect(works[0]! + works[1]!).toBe(40);
    expect(await one.eventOccurrence.count()).toBe(3 * 40);
  });

  describe('admins', () => {
    const add = () =>
      one.admin.create({
        data: { email: `${randomUUID()}@example.org`, name: 'X', passwordHash: 'the hash' },
      });
    /**
     * Locks accounts with a statement, starts work on them, and releases them once all of it waits.
     */
    const hold = async <T>(statement: Prisma.Sql, begin: () => Promise<T>[]) => {
      let works: Promise<T>[] = [];
      await one.$transaction(async (tx) => {
        await tx.$executeRaw(statement);
        works = begin();
        await untilWaiting(works.length, works);
      });
      return Promise.allSettled(works);
    };

    it('who disable each other leave one who can sign in', async () => {
      await one.admin.updateMany({ data: { disabledAt: clock.now() } });
      const ada = await add();
      const bea = await add();
      const outcomes = await hold(Prisma.sql`SELECT 1 FROM admins FOR UPDATE`, () => [
        adminServices(one, clock).admins.disable(ada.id, OPERATOR),
        adminServices(other, clock).admins.disable(bea.id, OPERATOR),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await one.admin.count({ where: { disabledAt: null } })).toBe(1);
    });

    it.each([
      ['is disabled', Prisma.sql`disabled_at = now()`],
      ['gets another password', Prisma.sql`password_hash = 'another hash'`],
    ])('have no session begun while the account %s', async (_how, change) => {
      const ada = await add();
      const { sessions } = adminServices(other, clock);
      const [outcome] = await hold(
        Prisma.sql`UPDATE admins SET ${change} WHERE id = ${ada.id}::uuid`,
        () => [sessions.open(ada, '192.0.2.7')],
      );
      expect(outcome).toEqual({ status: 'fulfilled', value: undefined });
      expect(await one.adminSession.count({ where: { adminId: ada.id } })).toBe(0);
    });
  });
});
