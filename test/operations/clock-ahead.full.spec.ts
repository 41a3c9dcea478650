import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { issueKey, KEY_FORM } from '../support/keys.ts';
import { startProcess } from '../support/program-process.ts';
import { SteeredClock } from '../support/steered-clock.ts';

const HOUR = 3_600_000;

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
