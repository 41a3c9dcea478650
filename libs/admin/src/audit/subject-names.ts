import { isUUID } from 'class-validator';
import { type AuditEntry, type Database, Prisma } from '#libs/database/src/database.js';

/** Names by which people recognize the subject of an audit entry. */
export interface SubjectNames {
  subjectName: string | null;
  subjectEmail: string | null;
  /** Prefix of a key's newest secret. */
  subjectStart: string | null;
}

interface NamedSubject extends SubjectNames {
  subject: string;
  id: string;
}

type Subject = Pick<AuditEntry, 'subject' | 'subjectId' | 'before' | 'after'>;

const { sql } = Prisma;

/** Columns of `SubjectNames` and their table, by subject type. */
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
  suggestion: sql`coalesce((SELECT name FROM businesses WHERE id = t.business_id), t.about), t.email, NULL
    FROM suggestions t`,
  synonym: sql`array_to_string(t.terms, ', '), NULL, NULL FROM search_synonyms t`,
};

const NAMELESS: SubjectNames = { subjectName: null, subjectEmail: null, subjectStart: null };

/** Adds the current names of their subjects to audit entries, with a single query. */
export async function withSubjectNames<E extends Subject>(
  entries: readonly E[],
  database: Pick<Database, '$queryRaw'>,
): Promise<(E & SubjectNames)[]> {
  const names = await namesOf(entries, database);
  return entries.map((entry) => ({
    ...entry,
    ...(names.get(placeOf(entry)) ?? { ...NAMELESS, subjectName: nameIn(entry) }),
  }));
}

async function namesOf(
  entries: readonly Subject[],
  database: Pick<Database, '$queryRaw'>,
): Promise<Map<string, SubjectNames>> {
  const ids = new Map<string, string[]>();
  for (const { subject, subjectId } of entries) {
    if (!NAMES[subject] || !isUUID(subjectId)) continue;
    const known = ids.get(subject);
    if (known) known.push(subjectId!);
    else ids.set(subject, [subjectId!]);
  }
  if (ids.size === 0) return new Map();
  const queries = [...ids].map(
    ([subject, of]) =>
      sql`SELECT ${subject}::text, t.id::text, ${NAMES[subject]} WHERE t.id = ANY(${of}::uuid[])`,
  );
  const found = await database.$queryRaw<NamedSubject[]>`
    SELECT * FROM (${Prisma.join(queries, ' UNION ALL ')})
    AS named (subject, id, "subjectName", "subjectEmail", "subjectStart")`;
  return new Map(
    found.map(({ subject, id, ...names }) => [placeOf({ subject, subjectId: id }), names]),
  );
}

function placeOf({ subject, subjectId }: Pick<Subject, 'subject' | 'subjectId'>): string {
  return `${subject} ${subjectId}`;
}

/** Returns the name recorded in the entry itself, for a subject that no longer exists. */
function nameIn({ before, after }: Subject): string | null {
  const names = [after, before].map((fields) => (fields as { name?: unknown } | null)?.name);
  return names.find((name) => typeof name === 'string') ?? null;
}
