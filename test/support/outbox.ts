import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { eventually } from './eventually.ts';

/** Reads the mails of a program without SMTP_URL, oldest first. */
export async function readOutbox(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}

/** Waits for a mail to an address with a matching subject. */
export function mailTo(dataDir: string, address: string, subject: RegExp): Promise<Email> {
  return eventually(async () => {
    const mails = await readOutbox(dataDir);
    return mails.findLast((mail) => isTo(mail, address) && subject.test(mail.subject ?? ''));
  });
}

export function isTo(mail: Email, address: string): boolean {
  return mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) ?? false;
}
