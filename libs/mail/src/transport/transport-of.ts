import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import type { MailTransport } from './mail-transport.js';
import { OutboxTransport } from './outbox.transport.js';
import { SmtpTransport } from './smtp.transport.js';

/** Creates the configured transport: a mail server or files. */
export function transportOf(environment: Environment, clock: Clock): MailTransport {
  return environment.SMTP_URL
    ? new SmtpTransport(environment)
    : new OutboxTransport(environment, clock);
}
