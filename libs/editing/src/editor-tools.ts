import { Injectable } from '@nestjs/common';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database } from '#libs/database/src/database.js';
import { EditTransactions } from './edit-transactions.js';

/** Services that the editor of any kind of record uses. */
@Injectable()
export class EditorTools {
  constructor(
    readonly database: Database,
    readonly edits: EditTransactions,
    readonly audit: AuditService,
  ) {}
}
