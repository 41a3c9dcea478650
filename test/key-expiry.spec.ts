import { onEachDatabase } from './support/databases.ts';
import { issueKey } from './support/keys.ts';
import { isTo, mailTo, readOutbox } from './support/outbox.ts';
import { startProgram } from './support/program.ts';
import { query } from './support/query.ts';

onEachDatabase('the expiry of keys', (create) => {
  it('is announced 14 and 2 days ahead, once each', async () => {
    const database = await create();
    const outbox = database.env.DATA_DIR;
    let program = await startProgram(database.env);
    const { email, keyId } = await issueKey(program, database, {
      expiresAt: '2099-01-01T00:00:00Z',
    });
    const warnings = async () => {
      const mails = await readOutbox(outbox);
      return mails.filter((mail) => isTo(mail, email) && /will expire/.test(mail.subject ?? ''));
    };
    const startWithDaysLeft = async (days: number) => {
      await query(
        database,
        `UPDATE api_keys SET expires_at = now() + make_interval(days => $1) WHERE id = $2`,
        [days, keyId],
      );
      await program.stop();
      // It looks for expiries when it starts, and then each minute.
      program = await startProgram(database.env);
    };

    await startWithDaysLeft(13);
    const mail = await mailTo(outbox, email, /will expire/);
    const [{ expires_at }] = await query(database, 'SELECT expires_at FROM api_keys');
    expect(mail.text).toContain(expires_at.toISOString());
    await startWithDaysLeft(12);
    await startWithDaysLeft(1);
    await mailTo(outbox, email, /will expire/);
    await program.stop();
    expect(await warnings()).toHaveLength(2);
    await database.drop();
  });
});
