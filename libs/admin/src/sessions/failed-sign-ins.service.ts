import { Injectable } from '@nestjs/common';
import { type Admin, Database } from '#libs/database/src/database.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AuditService } from '../audit/audit.service.js';

const HOUR_SECONDS = 3600;

/** Number of failures per account and hour that are each recorded. */
const EACH = 10;

/**
 * Records failed sign-ins in the audit log: the first ten of an account within an hour, and then each
 * one that doubles the count (the 20th, the 40th, …). The log shows the extent of guessing, but an
 * attacker cannot flood it.
 *
 * Failures for addresses without an account are counted together. The typed address is not recorded,
 * because some people type their password into that field.
 */
@Injectable()
export class FailedSignInsService {
  constructor(
    private readonly attempts: Attempts,
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** @param admin the account of the email address, if one exists */
  async record(admin: Admin | null, address: string): Promise<void> {
    const { count } = await this.attempts.count(`failed-sign-in:${admin?.id ?? 'no-account'}`, {
      limit: EACH,
      windowSeconds: HOUR_SECONDS,
    });
    if (!isRecorded(count)) return;
    await this.audit.record(this.database, {
      admin: { id: null, address },
      action: 'admin.sign-in-failed',
      subjectId: admin?.id,
      after: { failuresThisHour: count, account: stateOf(admin) },
    });
  }
}

function stateOf(admin: Admin | null): string {
  if (!admin) return 'none';
  return admin.disabledAt ? 'disabled' : 'enabled';
}

/** Reports whether the nth failure within an hour is recorded. */
export function isRecorded(n: number): boolean {
  return n <= EACH || Number.isInteger(Math.log2(n / EACH));
}
