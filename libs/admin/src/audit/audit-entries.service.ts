import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import type { Prisma } from '#libs/database/src/database.js';
import type { Paged } from '#libs/http/src/csv-responses.js';
import { invalidParameter } from '#libs/http/src/errors/api-error.js';
import type { AuditEntryDto, AuditKind, ListAuditQuery } from './audit.dto.js';
import { AuditRepository, type ShownEntry } from './audit.repository.js';

const SIGN_INS = ['admin.sign-in', 'admin.sign-in-failed', 'admin.sign-out'];

const KINDS: Record<AuditKind, Prisma.AuditEntryWhereInput> = {
  changes: { action: { notIn: SIGN_INS } },
  'sign-ins': { action: { in: SIGN_INS } },
};

/** Reads the audit log for admins. */
@Injectable()
export class AuditEntriesService {
  constructor(private readonly audit: AuditRepository) {}

  /**
   * Returns a page of entries, newest first.
   *
   * @throws ApiError `invalid_parameter` if no time can be in the period
   */
  async list(query: Paged<ListAuditQuery>): Promise<{ items: AuditEntryDto[]; total: number }> {
    const { page, limit, kind, since, until, adminId, action, subject, subjectId } = query;
    if (since && until && until <= since) {
      throw invalidParameter('until', 'until must be later than since.');
    }
    const where = {
      adminId,
      action,
      subject,
      subjectId,
      at: { gte: since, lt: until },
      ...(kind && { AND: KINDS[kind] }),
    };
    const { items, total } = await this.audit.list(where, (page - 1) * limit, limit);
    return { items: await this.withNames(items), total };
  }

  /** Adds the current names of their subjects, or the recorded ones of deleted subjects. */
  private async withNames(entries: readonly ShownEntry[]): Promise<AuditEntryDto[]> {
    const ids = new Map<string, string[]>();
    for (const { subject, subjectId } of entries) {
      if (!subjectId || !isUuid(subjectId)) continue;
      const known = ids.get(subject);
      if (known) known.push(subjectId);
      else ids.set(subject, [subjectId]);
    }
    const named = await this.audit.namesOf(ids);
    const names = new Map(named.map(({ subject, id, ...of }) => [`${subject} ${id}`, of]));
    return entries.map((entry) => ({
      ...entry,
      ...(names.get(`${entry.subject} ${entry.subjectId}`) ?? {
        subjectName: nameIn(entry),
        subjectEmail: null,
        subjectStart: null,
      }),
    }));
  }
}

/** Returns the name recorded in the entry itself, for a subject that no longer exists. */
function nameIn({ before, after }: ShownEntry): string | null {
  const names = [after, before].map((fields) => (fields as { name?: unknown } | null)?.name);
  return names.find((name) => typeof name === 'string') ?? null;
}
