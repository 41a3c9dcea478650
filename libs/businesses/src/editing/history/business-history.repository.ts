import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { BUSINESSES } from '../business-slugs.js';
import type { BusinessAction } from './in-words.js';

export type HistoryEntry = BusinessAction & { id: string; at: Date; by: string | null };

/** Reads audit entries and import changes of businesses. */
@Injectable()
export class BusinessHistoryRepository {
  constructor(private readonly database: Database) {}

  async count(businessId: string): Promise<number> {
    const [edits, imports, undone] = await Promise.all([
      this.database.auditEntry.count({
        where: { subject: BUSINESSES.kind, subjectId: businessId },
      }),
      this.database.importChange.count({ where: { businessId } }),
      this.database.importChange.count({ where: { businessId, undoneAt: { not: null } } }),
    ]);
    return edits + imports + undone;
  }

  /** Returns a page of entries, newest first. */
  list(businessId: string, limit: number, offset: number): Promise<HistoryEntry[]> {
    return this.database.$queryRaw<HistoryEntry[]>`
      SELECT e.id, e.at, coalesce(a.name, e.operator) AS by, e.action, NULL AS source,
        e.before, e.after
      FROM audit_entries e LEFT JOIN admins a ON a.id = e.admin_id
      WHERE e.subject = ${BUSINESSES.kind} AND e.subject_id = ${businessId}
      UNION ALL
      SELECT c.import_id, c.at, coalesce(a.name, i.operator), 'import.run', coalesce(s.name, i.file),
        c.before, c.after
      FROM import_changes c JOIN imports i ON i.id = c.import_id
        LEFT JOIN admins a ON a.id = i.admin_id LEFT JOIN sources s ON s.id = i.source_id
      WHERE c.business_id = ${businessId}::uuid
      UNION ALL
      SELECT c.import_id, c.undone_at, coalesce(a.name, e.operator), 'import.undo',
        coalesce(s.name, i.file), NULL, NULL
      FROM import_changes c JOIN imports i ON i.id = c.import_id
        LEFT JOIN sources s ON s.id = i.source_id
        LEFT JOIN audit_entries e ON e.subject = 'import' AND e.subject_id = c.import_id::text
          AND e.action = 'import.undo'
        LEFT JOIN admins a ON a.id = e.admin_id
      WHERE c.business_id = ${businessId}::uuid AND c.undone_at IS NOT NULL
      ORDER BY at DESC, id DESC, action DESC LIMIT ${limit} OFFSET ${offset}`;
  }
}
