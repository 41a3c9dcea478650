import { createTransport, type Transporter } from 'nodemailer';
import type { Environment } from '#libs/config/src/environment.js';
import { toNodemailer } from './envelope.js';
import { type Mail, MailTransport, SendFailure, type SendOutcome } from './mail-transport.js';

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Error codes of responses that refuse the message itself. */
const MESSAGE_REFUSALS = ['EENVELOPE', 'EMESSAGE'];

/** Fields used of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  /** The server's response. */
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Sends mail through the server in SMTP_URL. */
export class SmtpTransport extends MailTransport {
  constructor(private readonly environment: Environment) {
    super();
  }

  override async send(mail: Mail, signal: AbortSignal): Promise<void> {
    let isConnected = false;
    const transporter = this.createTransporter();
    transporter.use('stream', ({ message }, done) => {
      // Nodemailer opens the message only after it has connected, with TLS, and signed in.
      message.processFunc((content) => {
        isConnected = true;
        return content;
      });
      done();
    });
    try {
      await transporter.sendMail({ ...toNodemailer(mail, this.environment), signal });
    } catch (error) {
      const { response, message } = error as SmtpError;
      const outcome = isConnected ? outcomeOf(error as SmtpError) : 'deferred';
      throw new SendFailure(outcome, response ?? message);
    }
  }

  override async check(): Promise<void> {
    try {
      await this.createTransporter().verify();
    } catch (error) {
      const { response, message } = error as SmtpError;
      throw new SendFailure('deferred', response ?? message);
    }
  }

  private createTransporter(): Transporter {
    return createTransport({ url: this.environment.SMTP_URL, ...TIMEOUTS });
  }
}

/** Classifies an error after the connection was established. */
export function outcomeOf({ code = '', permanent, responseCode }: SmtpError): SendOutcome {
  if (permanent && MESSAGE_REFUSALS.includes(code)) return 'rejected';
  return responseCode === undefined ? 'uncertain' : 'deferred';
}
