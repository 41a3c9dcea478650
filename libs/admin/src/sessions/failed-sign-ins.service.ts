import { Injectable } from '@nestjs/common';
import { type Admin, Database } from '#libs/database/src/database.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AuditService } from '../audit/audit.service.js';

const HOUR_SECONDS = 3600;

/** How many failures of an account are recorded one by one within an hour. */
const EACH = 10;

/**
 * Records failed sign-ins in the audit: each of an account's first ten within an hour, and then each
 * one that doubles their number (the 20th, the 40th, …). So guessing shows with its extent, and
 * whoever guesses cannot fill the audit.
 *
 * Failures for addresses without an account are counted together, and what was typed is not
 * recorded: some type their password there.
 */
@Injectable()
export class FailedSignInsService {
  constructor(
    private readonly attempts: Attempts,
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** @param admin the account, if the e-mail address has one */
  async record(admin: Admin | null, address: string): Promise<void> {
    const { count } = await this.attempts.count(`failed-sign-in:${admin?.id ?? 'no-account'}`, {
      limit: EACH,
      windowSeconds: HOUR_SECONDS,
    });
    if (!isRecorded(count)) return;
    await this.audit.record(this.database, {
      admin: { id: null, address },
      action: 'admin.sign-in-failed',
      subject: 'admin',
      subjectId: admin?.id,
      after: { failuresThisHour: count, account: stateOf(admin) },
    });
  }
}

function stateOf(admin: Admin | null): string {
  if (!admin) return 'none';
  return admin.disabledAt ? 'disabled' : 'enabled';
}

/** Whether the audit has an entry for an hour's n-th failure. */
export function isRecorded(n: number): boolean {
  return n <= EACH || Number.isInteger(Math.log2(n / EACH));
}
