import { Database } from '#libs/database/src/database.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { ExpiryWarningsService } from '#libs/keys/src/expiry/expiry-warnings.service.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { issueKey } from '../support/keys.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { type Program, startProgram } from '../support/program.ts';

const DAY_MS = 24 * 3_600_000;

describeOnPostgres('the expiry of keys', () => {
  let database: TestDatabase;
  let program: Program;
  let connection: Database;

  beforeAll(async () => {
    database = await createDatabase('PostgreSQL');
    program = await startProgram(database.env);
    connection = await Database.connect({ connectionString: database.env.DATABASE_URL });
  });
  afterAll(async () => {
    await connection.close();
    await program.stop();
    await database.drop();
  });

  it('is announced 14 and 2 days ahead, once each', async () => {
    const now = Date.now();
    const expiresAt = new Date(now + 30 * DAY_MS).toISOString();
    const { email } = await issueKey(program, database, { expiresAt });
    /** Two processes check at the same time, the given number of days before the expiry. */
    const lookWithDaysLeft = async (days: number) => {
      const clock = new ManualClock(now + (30 - days) * DAY_MS);
      // The program's own worker sends the mails that are queued here.
      const deliveries = new MailService(connection, new DeliveriesRepository(connection), {
        wake() {},
      });
      await Promise.all(
        [1, 2].map(() =>
          new ExpiryWarningsService(new KeysRepository(connection), deliveries, clock).warn(),
        ),
      );
    };
    const warnings = async () => {
      const mails = await readOutbox(database.env.DATA_DIR);
      return mails.filter((mail) => isTo(mail, email) && /will expire/.test(mail.subject ?? ''));
    };

    await lookWithDaysLeft(15);
    await lookWithDaysLeft(14);
    await lookWithDaysLeft(8);
    const [mail] = await eventually(async () => {
      const found = await warnings();
      return found.length > 0 ? found : undefined;
    });
    expect(mail!.text).toContain(`${writtenTime(new Date(expiresAt))}.`);
    await lookWithDaysLeft(2);
    await lookWithDaysLeft(1);
    await eventually(async () => (await warnings()).length === 2 || undefined);
    expect(await connection.delivery.count({ where: { kind: 'key-expires' } })).toBe(2);
  });
});
