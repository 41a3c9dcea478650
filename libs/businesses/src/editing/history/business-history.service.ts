import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BUSINESSES } from '../business-slugs.js';
import type { HistoryEntryDto } from './history-entry.dto.js';
import { inWords } from './in-words.js';

/** Reads the audit of a business as sentences. */
@Injectable()
export class BusinessHistoryService {
  constructor(private readonly database: Database) {}

  /** A page of what was done to the business, the newest first. */
  async page(
    businessId: string,
    { page, limit }: PageQuery,
  ): Promise<{ items: HistoryEntryDto[]; total: number }> {
    const where = { subject: BUSINESSES.kind, subjectId: businessId };
    const [entries, total] = await Promise.all([
      this.database.auditEntry.findMany({
        where,
        include: { admin: { select: { name: true } } },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.auditEntry.count({ where }),
    ]);
    const items = entries.map(({ id, at, admin, operator, ...action }) => {
      const by = admin?.name ?? operator ?? 'Somebody';
      return { id, at, by, text: `${by} ${inWords(action)}.` };
    });
    return { items, total };
  }
}
