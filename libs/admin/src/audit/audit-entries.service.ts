import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';
import type { Paged } from '#libs/http/src/csv-answers.js';
import type { AuditEntryDto, AuditKind, ListAuditQuery } from './audit.dto.js';
import { withSubjectNames } from './subject-names.js';

const SHOWN = {
  id: true,
  at: true,
  admin: { select: { id: true, email: true, name: true } },
  operator: true,
  address: true,
  action: true,
  subject: true,
  subjectId: true,
  before: true,
  after: true,
};

const SIGN_INS = ['admin.sign-in', 'admin.sign-in-failed', 'admin.sign-out'];

const KINDS: Record<AuditKind, Prisma.AuditEntryWhereInput> = {
  changes: { action: { notIn: SIGN_INS } },
  'sign-ins': { action: { in: SIGN_INS } },
};

/** Reads the audit log for admins. */
@Injectable()
export class AuditEntriesService {
  constructor(private readonly database: Database) {}

  /** Returns a page of entries, newest first. */
  async list(query: Paged<ListAuditQuery>): Promise<{ items: AuditEntryDto[]; total: number }> {
    const { page, limit, kind, since, until, adminId, action, subject, subjectId } = query;
    const where = {
      adminId,
      action,
      subject,
      subjectId,
      at: { gte: since, lt: until },
      ...(kind && { AND: KINDS[kind] }),
    };
    const [entries, total] = await Promise.all([
      this.database.auditEntry.findMany({
        where,
        select: SHOWN,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.auditEntry.count({ where }),
    ]);
    return { items: await withSubjectNames(entries, this.database), total };
  }
}
