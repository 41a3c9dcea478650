import { createTransport } from 'nodemailer';
import { existsSync } from 'node:fs';
import { access, constants, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#libs/config/src/clock.js';
import { makeFolder } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import { toNodemailer } from './envelope.js';
import { type Mail, MailTransport, SendFailure } from './mail-transport.js';

/**
 * Writes each mail to a separate file in DATA_DIR/outbox, for a pilot without a mail server.
 * Only the server's user can read them, because some contain keys.
 */
export class OutboxTransport extends MailTransport {
  private readonly composer = createTransport({ streamTransport: true, buffer: true });
  private readonly folder: string;

  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {
    super();
    this.folder = join(environment.DATA_DIR, 'outbox');
  }

  override async send(mail: Mail): Promise<void> {
    const { message } = await this.composer.sendMail(toNodemailer(mail, this.environment));
    const time = this.clock.now().toISOString().replace(/[-:.]/g, '');
    const path = join(this.folder, `${time}-${mail.id}.eml`);
    try {
      await makeFolder(this.folder);
      await writeWhole(path, message as Buffer);
    } catch (error) {
      throw new SendFailure('deferred', `${path}: ${(error as Error).message}`);
    }
  }

  /** Creates the folder before the first mail is written. */
  override async check(): Promise<void> {
    const folder = existsSync(this.folder) ? this.folder : this.environment.DATA_DIR;
    await access(folder, constants.W_OK).catch((error: Error) => {
      throw new SendFailure('deferred', error.message);
    });
  }
}

/** Writes the file under its final name only once it is complete and on disk. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
