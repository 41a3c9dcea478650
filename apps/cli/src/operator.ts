import type { Command } from 'commander';
import { userInfo } from 'node:os';
import { type Operator, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { SystemClock } from '#libs/config/src/clock.js';
import type { Database, Prisma } from '#libs/database/src/database.js';

const LONGEST_NAME = 100;

/** Returns the name of the operator for the audit log: `--as`, or else the local account. */
export function operatorOf(command: Command): Operator {
  const { as } = command.optsWithGlobals<{ as?: string }>();
  const name = excerpt(as ?? process.env.SUDO_USER ?? accountName(), LONGEST_NAME);
  return { operator: name || accountName() };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no account.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Records an action on the whole database in the audit log. */
export function recordInAudit(
  database: Database,
  operator: Operator,
  action: string,
  after: Prisma.InputJsonObject,
): Promise<void> {
  const audit = new AuditService(new AuditRepository(database), new SystemClock());
  return audit.record(database, { admin: operator, action, after });
}
