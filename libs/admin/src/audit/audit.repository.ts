import { Injectable } from '@nestjs/common';
import { Database, Prisma, pageOf } from '#libs/database/src/database.js';

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

export type ShownEntry = Prisma.AuditEntryGetPayload<{ select: typeof SHOWN }>;

/** Names by which people recognize the subject of an audit entry. */
interface NamedSubject {
  subject: string;
  id: string;
  subjectName: string | null;
  subjectEmail: string | null;
  /** Prefix of a key's newest secret. */
  subjectStart: string | null;
}

const { sql } = Prisma;

/** Names of `NamedSubject` and their table, by subject type. */
const NAMES: Record<string, Prisma.Sql> = {
  admin: sql`t.name, t.email, NULL FROM admins t`,
  business: sql`t.name, NULL, NULL FROM businesses t`,
  category: sql`t.name, NULL, NULL FROM categories t`,
  deal: sql`t.title, NULL, NULL FROM deals t`,
  delivery: sql`t.kind, t.recipient, NULL FROM deliveries t`,
  event: sql`t.name, NULL, NULL FROM events t`,
  key: sql`t.label, t.owner_email,
    (SELECT start FROM api_key_secrets WHERE key_id = t.id ORDER BY created_at DESC, id DESC LIMIT 1)
    FROM api_keys t`,
  'key-request': sql`t.name, t.email, NULL FROM key_requests t`,
  region: sql`t.name, NULL, NULL FROM regions t`,
  suggestion: sql`coalesce(t.change->>'title', (SELECT name FROM businesses WHERE id = t.business_id),
      t.change->>'name', t.about), t.email, NULL
    FROM suggestions t`,
  synonym: sql`array_to_string(t.terms, ', '), NULL, NULL FROM search_synonyms t`,
};

/** Stores the audit log. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async add(
    data: Prisma.AuditEntryUncheckedCreateInput,
    tx: Pick<Prisma.TransactionClient, 'auditEntry'>,
  ): Promise<void> {
    await tx.auditEntry.create({ data });
  }

  /** Returns a page of entries, newest first, and their total. */
  list(where: Prisma.AuditEntryWhereInput, skip: number, take: number) {
    return pageOf(
      this.database.auditEntry.findMany({
        where,
        select: SHOWN,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        skip,
        take,
      }),
      this.database.auditEntry.count({ where }),
    );
  }

  /**
   * Returns the current names of subjects, with a single query.
   *
   * @param ids UUIDs by subject type
   */
  async namesOf(ids: ReadonlyMap<string, string[]>): Promise<NamedSubject[]> {
    const queries = [...ids]
      .filter(([subject]) => NAMES[subject])
      .map(
        ([subject, of]) =>
          sql`SELECT ${subject}::text, t.id::text, ${NAMES[subject]} WHERE t.id = ANY(${of}::uuid[])`,
      );
    if (queries.length === 0) return [];
    return this.database.$queryRaw<NamedSubject[]>`
      SELECT * FROM (${Prisma.join(queries, ' UNION ALL ')})
      AS named (subject, id, "subjectName", "subjectEmail", "subjectStart")`;
  }

  /** Reports whether an admin signed in from the network after the given time. */
  async hasSignedIn(email: string, network: string | null, since: Date): Promise<boolean> {
    const known = await this.database.$queryRaw<unknown[]>`
      SELECT FROM audit_entries a JOIN admins ON admins.id = a.admin_id
      WHERE a.action = 'admin.sign-in' AND a.at > ${since} AND admins.email = ${email}
        AND a.address = ${network} LIMIT 1`;
    return known.length > 0;
  }
}
