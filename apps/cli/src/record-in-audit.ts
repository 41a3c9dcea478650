import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService, type Operator } from '#libs/admin/src/audit/audit.service.js';
import { SystemClock } from '#libs/config/src/clock.js';
import type { Database, Prisma } from '#libs/database/src/database.js';

/** Records an action on the whole database in the audit log. */
export function recordInAudit(
  database: Database,
  operator: Operator,
  action: string,
  after: Prisma.InputJsonObject,
): Promise<void> {
  const record = { admin: operator, action, subject: 'database', after };
  return new AuditService(new AuditRepository(database), new SystemClock()).record(
    database,
    record,
  );
}
