import { existsSync } from 'node:fs';
import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { transportOf } from '#libs/mail/src/transport/transport-of.js';
import { type Finding, ok, problem, reasonOf } from './finding.js';

/** Checks that emails can be sent. */
export async function checkMail(environment: Environment, clock: Clock): Promise<Finding> {
  const { DATA_DIR, SMTP_URL } = environment;
  try {
    // The server creates DATA_DIR.
    if (SMTP_URL || existsSync(DATA_DIR)) await transportOf(environment, clock).check();
    return SMTP_URL
      ? ok('mail', `The mail server ${new URL(SMTP_URL).host} accepts emails.`)
      : ok('mail', 'SMTP_URL is unset. Emails are written to DATA_DIR/outbox.');
  } catch (error) {
    const advice = SMTP_URL
      ? 'Check the host, port, user and password in SMTP_URL. Emails wait until then.'
      : 'Run this command as the user of the server, and check the owner of DATA_DIR/outbox.';
    return problem('mail', `Emails cannot be sent: ${reasonOf(error)}.`, advice);
  }
}
