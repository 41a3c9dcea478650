import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BUSINESSES } from '../business-slugs.js';
import type { HistoryEntryDto } from './history-entry.dto.js';
import { type BusinessAction, inWords } from './in-words.js';

type Entry = BusinessAction & { id: string; at: Date; by: string | null };

/** Describes the audit entries and import changes of a business in sentences. */
@Injectable()
export class BusinessHistoryService {
  constructor(private readonly database: Database) {}

  /** Returns a page of the history of a business, newest first. */
  async page(
    businessId: string,
    { page, limit }: PageQuery,
  ): Promise<{ items: HistoryEntryDto[]; total: number }> {
    const where = { subject: BUSINESSES.kind, subjectId: businessId };
    const [entries, edits, imports, undone] = await Promise.all([
      this.entries(businessId, limit, (page - 1) * limit),
      this.database.auditEntry.count({ where }),
      this.database.importChange.count({ where: { businessId } }),
      this.database.importChange.count({ where: { businessId, undoneAt: { not: null } } }),
    ]);
    const items = entries.map(({ id, at, by: name, ...action }) => {
      const by = name ?? 'Someone';
      return { id, at, by, text: `${by} ${inWords(action)}.` };
    });
    return { items, total: edits + imports + undone };
  }

  private entries(businessId: string, limit: number, offset: number): Promise<Entry[]> {
    return this.database.$queryRaw<Entry[]>`
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
