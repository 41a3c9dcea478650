import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';

/** Creates the transactions of an editor. Its changes move no other process's directory version. */
export function editTransactions(database: Database, clock: Clock): EditTransactions {
  const version = { moved: () => {} } as DirectoryVersion;
  const audit = new AuditService(new AuditRepository(database), clock);
  return new EditTransactions(database, new DirectoryRepository(database), version, audit);
}
