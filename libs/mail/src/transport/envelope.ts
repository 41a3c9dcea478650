import type { SendMailOptions } from 'nodemailer';
import type { Environment } from '#libs/config/src/environment.js';
import { contactOf } from '../message/message.js';
import type { Mail } from './mail-transport.js';

/** Converts a mail to nodemailer's format, the same for a server and for a file. */
export function toNodemailer(mail: Mail, environment: Environment): SendMailOptions {
  const { MAIL_FROM, PUBLIC_URL, SITE_NAME } = environment;
  const host = new URL(PUBLIC_URL).hostname;
  return {
    from: MAIL_FROM,
    replyTo: asAddress(mail.replyTo ?? contactOf(environment)),
    to: asAddress(mail.to),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    // RFC 2919: mail programs sort by this.
    list: { id: { url: `${mail.kind}.${host}`, comment: SITE_NAME } },
    headers: {
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      // Links a mail to the log lines of the request that caused it.
      ...(mail.httpRequestId && { 'X-Request-Id': mail.httpRequestId }),
    },
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the address as an object, so that it is not parsed as a list or a name with an address. */
function asAddress(address: string): { name: string; address: string } {
  return { name: '', address };
}
