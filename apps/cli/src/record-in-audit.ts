import { AuditService, type Operator } from '#libs/admin/src/audit/audit.service.js';
import { SystemClock } from '#libs/config/src/clock.js';
import type { Database, Prisma } from '#libs/database/src/database.js';

/** Writes down what was done to the database as a whole. */
export function recordInAudit(
  database: Database,
  operator: Operator,
  action: string,
  after: Prisma.InputJsonObject,
): Promise<void> {
  const record = { admin: operator, action, subject: 'database', after };
  return new AuditService(new SystemClock()).record(database, record);
}
