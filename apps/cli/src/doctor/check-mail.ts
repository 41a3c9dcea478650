import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { transportOf } from '#libs/mail/src/transport/transport-of.js';
import { type Finding, ok, problem, reasonOf } from './finding.js';

/** Whether mails could be sent now. */
export async function checkMail(environment: Environment, clock: Clock): Promise<Finding> {
  const { SMTP_URL } = environment;
  try {
    await transportOf(environment, clock).check();
    return SMTP_URL
      ? ok('mail', `The mail server ${new URL(SMTP_URL).host} takes mails.`)
      : ok('mail', 'SMTP_URL is unset: mails are files in DATA_DIR/outbox.');
  } catch (error) {
    const advice = SMTP_URL
      ? 'Check the host, port, user and password in SMTP_URL. Mails wait meanwhile.'
      : 'Run this as the user of the server, and check who owns DATA_DIR/outbox.';
    return problem('mail', `No mail can be sent: ${reasonOf(error)}.`, advice);
  }
}
