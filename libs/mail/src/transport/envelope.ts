import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail-transport.js';

/** A mail as nodemailer takes it, the same for a server and for a file. */
export function toNodemailer(mail: Mail, from: string, host: string): SendMailOptions {
  return {
    from,
    // As an object, so that no address is read as a list or a name with an address.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    // RFC 3834: nobody's holiday notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
