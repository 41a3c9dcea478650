import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { KEY_EXPIRES } from '../mails/key-mails.composer.js';
import { dueWarning, WARNING_DAYS } from './key-expiry.js';

const LOOK_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Warns owners before their keys expire: once 14 days before and once 2 days before. */
@Injectable()
export class ExpiryWarningsService extends BackgroundTask {
  constructor(
    private readonly keys: KeysRepository,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {
    super({
      everyMs: LOOK_MS,
      runsAtStart: true,
      failure: 'Could not check for keys that expire soon.',
    });
  }

  override async work(): Promise<void> {
    const now = this.clock.now();
    const soon = new Date(now.getTime() + WARNING_DAYS[0] * DAY_MS);
    const keys = await this.keys.findExpiring(now, soon);
    for (const key of keys) {
      const days = dueWarning(key.expiresAt!, now)!;
      if (key.warnedDays !== null && key.warnedDays <= days) continue;
      await this.mail.inTransaction(undefined, async (tx) => {
        if (!(await this.keys.recordWarning(key, days, tx))) return;
        await this.mail.add(tx, {
          kind: KEY_EXPIRES,
          recipient: key.ownerEmail,
          data: { keyId: key.id, expiresAt: key.expiresAt!.toISOString() },
        });
      });
    }
  }
}
