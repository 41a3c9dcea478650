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

/** Fields used of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  syscall?: string;
  /** The server's response. */
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Sends mail through the server in SMTP_URL. */
export class SmtpTransport extends MailTransport {
  private readonly transporter: Transporter;

  constructor(private readonly environment: Environment) {
    super();
    this.transporter = createTransport({ url: environment.SMTP_URL, ...TIMEOUTS });
  }

  override async send(mail: Mail, signal: AbortSignal): Promise<void> {
    try {
      await this.transporter.sendMail({ ...toNodemailer(mail, this.environment), signal });
    } catch (error) {
      const { response, message } = error as SmtpError;
      throw new SendFailure(outcomeOf(error as SmtpError), response ?? message);
    }
  }

  override async check(): Promise<void> {
    try {
      await this.transporter.verify();
    } catch (error) {
      const { response, message } = error as SmtpError;
      throw new SendFailure('deferred', response ?? message);
    }
  }
}

/** Response codes that refuse the message itself. Others, such as a wrong password, can be fixed by us. */
const MESSAGE_REFUSALS = ['EENVELOPE', 'EMESSAGE'];
const BEFORE_THE_MESSAGE = ['EDNS', 'ETLS', 'EAUTH'];

export function outcomeOf(error: SmtpError): SendOutcome {
  const { code = '', permanent, responseCode, syscall } = error;
  if (permanent && MESSAGE_REFUSALS.includes(code)) return 'rejected';
  const certainlyNotTaken =
    responseCode !== undefined || syscall === 'connect' || BEFORE_THE_MESSAGE.includes(code);
  return certainlyNotTaken ? 'deferred' : 'uncertain';
}
