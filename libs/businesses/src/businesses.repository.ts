import { Injectable } from '@nestjs/common';
import { type Business, Database, type Prisma } from '#libs/database/src/database.js';
import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { columnOf, isUuid } from '#libs/text/src/identifiers.js';
import type { BusinessAction } from './editing/history/in-words.js';
import { identifierIn } from './record/identifiers.js';
import { SEPARATOR, type StoredRecord, type StoredRecordsPage } from './record/stored-record.js';

export type StoredRecords = Omit<StoredRecordsPage, 'total' | 'corrected' | 'facets'>;

/** A text that may be the id or slug of a business. */
interface NamedBusiness {
  text: string;
  /** Null if no business has the id or slug. */
  id: string | null;
  /** Slugs before and after it in the alphabet, which are similar. */
  near: string[];
}

/** Slug of a business and the time of its last change. */
interface BusinessAddress {
  slug: string;
  updatedAt: Date;
}

/** An audit entry or a change by an import. */
export type HistoryEntry = BusinessAction & { id: string; at: Date; by: string | null };

/**
 * Maximum number of businesses in a part: the number of URLs that the sitemap protocol allows in a
 * file.
 */
const PART = 50_000;

/** Addresses per statement. Few enough to block the event loop for only a few milliseconds. */
const SLICE = 2_000;

/** Stores businesses. */
@Injectable()
export class BusinessesRepository {
  constructor(private readonly database: Database) {}

  /** Finds a business or its tombstone by current or former id or slug. */
  async find(idOrSlug: string): Promise<{ version: string; record: StoredRecord } | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const id = column === 'id' ? businessOfId('$1::uuid') : businessOfSlug('$1');
    const { rows } = await this.database.reads.query<{ version: string; record: StoredRecord }>(
      `SELECT version::text, b.record FROM businesses b, directory_version WHERE b.id = ${id}`,
      [idOrSlug],
    );
    return rows[0];
  }

  /** Resolves ids and current or former slugs. */
  async resolve(idsOrSlugs: string[]): Promise<NamedBusiness[]> {
    const { rows } = await this.database.reads.query<NamedBusiness>(
      `SELECT text, coalesce(${businessOfId('uuid')}, ${businessOfSlug('text')}) AS id,
         ARRAY(SELECT b.slug FROM businesses b
               WHERE b.slug < text AND removed_at IS NULL ORDER BY b.slug DESC LIMIT 3) ||
         ARRAY(SELECT b.slug FROM businesses b
               WHERE b.slug > text AND removed_at IS NULL ORDER BY b.slug LIMIT 3) AS near
       FROM json_to_recordset($1) AS named (text text, uuid uuid)`,
      [JSON.stringify(idsOrSlugs.map((text) => ({ text, uuid: isUuid(text) ? text : null })))],
    );
    return rows;
  }

  /**
   * Returns the records of pages. The array is wrapped in a subquery, so that PostgreSQL does not
   * see its length and can reuse its plan.
   *
   * @param pages business numbers in order
   */
  async recordsOf(
    pages: readonly (readonly number[])[],
    database: Statements,
  ): Promise<StoredRecords[]> {
    const { rows } = await database.query<StoredRecords>({
      name: 'records of pages',
      text: `SELECT version::text, coalesce(records, '') AS records, count
        FROM directory_version,
          unnest((SELECT $1::text[])) WITH ORDINALITY AS page (numbers, place),
          LATERAL (
            SELECT string_agg(b.record, '${SEPARATOR}' ORDER BY position) AS records,
              count(*)::int AS count
            FROM unnest(page.numbers::int[]) WITH ORDINALITY AS wanted (number, position)
            JOIN businesses b USING (number)
          ) AS found
        ORDER BY place`,
      values: [pages.map((numbers) => `{${numbers.join()}}`)],
    });
    return rows;
  }

  /** Returns the numbers of the businesses that have one of the ids and one of the identifiers. */
  async numbersOf(
    { ids, identifier }: Pick<BusinessCriteria, 'ids' | 'identifier'>,
    database: Statements,
  ): Promise<{ version: string; numbers: Uint32Array }> {
    const parameters = new SqlParameters();
    const conditions: string[] = [];
    if (ids) conditions.push(`id = ANY (${parameters.add(ids)}::uuid[])`);
    if (identifier) {
      const wanted = identifier.map((text) => JSON.stringify([identifierIn(text)]));
      conditions.push(
        `id IN (SELECT b.id FROM unnest(${parameters.add(wanted)}::jsonb[]) AS wanted
           JOIN businesses b ON b.identifiers @> wanted)`,
      );
    }
    const { rows } = await database.query<{ version: string; numbers: number[] }>(
      `SELECT version::text,
         ARRAY(SELECT number FROM businesses WHERE ${conditions.join(' AND ')}) AS numbers
       FROM directory_version`,
      parameters.values,
    );
    return { version: rows[0]!.version, numbers: Uint32Array.from(rows[0]!.numbers) };
  }

  /** Returns businesses that are not removed by id, after the given one. */
  async listById(after: string, most: number): Promise<{ id: string; record: StoredRecord }[]> {
    const { rows } = await this.database.reads.query<{ id: string; record: StoredRecord }>(
      `SELECT id, record FROM businesses
       WHERE removed_at IS NULL AND id > $1 ORDER BY id LIMIT $2`,
      [after, most],
    );
    return rows;
  }

  /**
   * Returns the parts of the addresses of all businesses that are not removed, starting at 1. Parts
   * follow the business number, so a business always stays in the same part. Parts without
   * businesses are omitted.
   */
  async addressParts(): Promise<{ version: string; parts: number[] }> {
    const { rows } = await this.database.reads.query<{ version: string; parts: number[] }>(
      `SELECT version::text, ARRAY(
         SELECT part + 1
         FROM generate_series(0, (SELECT max(number) FROM businesses) / $1) AS part
         WHERE EXISTS (
           SELECT FROM businesses
           WHERE number >= part * $1 AND number < (part + 1) * $1 AND removed_at IS NULL)
         ORDER BY part) AS parts
       FROM directory_version`,
      [PART],
    );
    return rows[0]!;
  }

  /** Yields the addresses of a part in slices. */
  async *addressesIn(part: number): AsyncGenerator<BusinessAddress[]> {
    const end = part * PART;
    for (let next = end - PART; next < end;) {
      const { rows } = await this.database.reads.query<BusinessAddress & { number: number }>(
        `SELECT number, slug, updated_at AS "updatedAt" FROM businesses
         WHERE number >= $1 AND number < $2 AND removed_at IS NULL
         ORDER BY number LIMIT ${SLICE}`,
        [next, end],
      );
      if (rows.length > 0) yield rows;
      if (rows.length < SLICE) return;
      next = rows.at(-1)!.number + 1;
    }
  }

  /** Finds a business that is not removed by its current id or slug. */
  async findPresent(
    idOrSlug: string,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<Business | null> {
    const column = columnOf(idOrSlug);
    if (!column) return null;
    const where = column === 'id' ? { id: idOrSlug } : { slug: idOrSlug };
    return tx.business.findFirst({ where: { ...where, removedAt: null } });
  }

  get(id: string, tx: Prisma.TransactionClient): Promise<Business> {
    return tx.business.findUniqueOrThrow({ where: { id } });
  }

  /** Finds a business or its tombstone by its id or its current or former slug, with its revision. */
  async findForEditing(
    idOrSlug: string,
    tx: Prisma.TransactionClient,
  ): Promise<Edited<StoredRecord> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const id =
      column === 'id'
        ? '$1::uuid'
        : `coalesce(
            (SELECT id FROM businesses WHERE slug = $1),
            (SELECT business_id FROM former_slugs WHERE slug = $1))`;
    const [found] = await tx.$queryRawUnsafe<Edited<StoredRecord>[]>(
      `SELECT record, revision FROM businesses WHERE id = ${id}`,
      idOrSlug,
    );
    return found;
  }

  /** Finds the business or tombstone with this identity, and the business it was merged into. */
  async findByMatchKey(matchKey: string, tx: Prisma.TransactionClient) {
    const found = await tx.business.findUnique({
      where: { matchKey },
      include: { mergedInto: { include: { into: true } } },
    });
    return found && { ...found, mergedInto: found.mergedInto?.into };
  }

  /** Returns the business that a removed one was merged into. */
  async findMergedInto(id: string, tx: Prisma.TransactionClient): Promise<Business | undefined> {
    const merged = await tx.mergedBusiness.findUnique({ where: { id }, include: { into: true } });
    return merged?.into;
  }

  /** Returns the business that once had the slug, unless it is the given one. */
  async findFormer(
    slug: string,
    exceptId: string,
    tx: Prisma.TransactionClient,
  ): Promise<Business | undefined> {
    const former = await tx.formerSlug.findUnique({
      where: { slug, businessId: { not: exceptId } },
      include: { business: true },
    });
    return former?.business;
  }

  /** Returns those of the slugs that other businesses have or had. */
  async takenSlugs(
    slugs: string[],
    exceptId: string,
    tx: Prisma.TransactionClient,
  ): Promise<string[]> {
    const slug = { in: slugs };
    const present = await tx.business.findMany({ where: { slug, id: { not: exceptId } } });
    const former = await tx.formerSlug.findMany({ where: { slug, businessId: { not: exceptId } } });
    return [...present, ...former].map((found) => found.slug);
  }

  async add(
    data: Prisma.BusinessUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.business.create({ data });
  }

  async update(
    id: string,
    data: Prisma.BusinessUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.business.update({ where: { id }, data });
  }

  /** Records that a visitor confirmed a business, unless it was confirmed on that day or later. */
  async confirm(id: string, confirmedOn: Date): Promise<void> {
    await this.database.business.updateMany({
      where: {
        id,
        removedAt: null,
        OR: [{ confirmedOn: null }, { confirmedOn: { lt: confirmedOn } }],
      },
      data: { confirmedOn, confirmedBy: 'visitor' },
    });
  }

  async setCategories(
    businessId: string,
    categoryIds: string[],
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.businessCategory.deleteMany({
      where: { businessId, categoryId: { notIn: categoryIds } },
    });
    await tx.businessCategory.createMany({
      data: categoryIds.map((categoryId) => ({ businessId, categoryId })),
      skipDuplicates: true,
    });
  }

  /**
   * Moves events, deals, undecided and dismissed suggestions, and former slugs to another business,
   * to which the addresses of the first one then redirect.
   *
   * @returns numbers of moved events and deals
   */
  async moveTo(
    id: string,
    intoId: string,
    tx: Prisma.TransactionClient,
  ): Promise<{ events: number; deals: number }> {
    const where = { businessId: id };
    const data = { businessId: intoId };
    const events = await tx.event.updateMany({ where, data });
    const deals = await tx.deal.updateMany({ where, data });
    await tx.suggestion.updateMany({ where: { ...where, status: { not: 'accepted' } }, data });
    await tx.formerSlug.updateMany({ where, data });
    await tx.mergedBusiness.updateMany({ where: { intoId: id }, data: { intoId } });
    const merged = { id, intoId };
    await tx.mergedBusiness.upsert({ where: { id }, create: merged, update: merged });
    return { events: events.count, deals: deals.count };
  }

  /** Moves source rows to another business and remembers their values. */
  async moveSourceRows(id: string, intoId: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.$executeRaw`
      UPDATE source_rows
      SET business_id = ${intoId}::uuid, merged_from = coalesce(merged_from, business_id),
          before_merge = coalesce(before_merge, jsonb_build_object(
            'rank', rank, 'values', "values", 'digests', digests, 'import_id', import_id,
            'is_missing', is_missing, 'former', former))
      WHERE business_id = ${id}::uuid`;
  }

  /** Undoes `moveSourceRows`. */
  async returnSourceRows(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.$executeRaw`
      UPDATE source_rows r
      SET business_id = merged_from, merged_from = NULL, before_merge = NULL, raw_digest = NULL,
          (rank, "values", digests, import_id, is_missing, former) =
            (SELECT b.rank, b."values", b.digests, b.import_id, b.is_missing, b.former
             FROM jsonb_populate_record(r, r.before_merge) AS b)
      WHERE merged_from = ${id}::uuid AND business_id =
        (SELECT m.into_id FROM merged_businesses m WHERE m.id = ${id}::uuid)`;
  }

  async removeRedirect(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.mergedBusiness.deleteMany({ where: { id } });
  }

  async countHistory(id: string): Promise<number> {
    const [edits, imports, undone] = await Promise.all([
      this.database.auditEntry.count({ where: { subject: 'business', subjectId: id } }),
      this.database.importChange.count({ where: { businessId: id } }),
      this.database.importChange.count({ where: { businessId: id, undoneAt: { not: null } } }),
    ]);
    return edits + imports + undone;
  }

  /** Returns a page of the history of a business, newest first. */
  listHistory(id: string, limit: number, offset: number): Promise<HistoryEntry[]> {
    return this.database.$queryRaw<HistoryEntry[]>`
      SELECT e.id, e.at, coalesce(a.name, e.operator) AS by, e.action, NULL AS source,
        e.before, e.after
      FROM audit_entries e LEFT JOIN admins a ON a.id = e.admin_id
      WHERE e.subject = 'business' AND e.subject_id = ${id}
      UNION ALL
      SELECT c.import_id, c.at, coalesce(a.name, i.operator), 'import.run', coalesce(s.name, i.file),
        c.before, c.after
      FROM import_changes c JOIN imports i ON i.id = c.import_id
        LEFT JOIN admins a ON a.id = i.admin_id LEFT JOIN sources s ON s.id = i.source_id
      WHERE c.business_id = ${id}::uuid
      UNION ALL
      SELECT c.import_id, c.undone_at, coalesce(a.name, e.operator), 'import.undo',
        coalesce(s.name, i.file), NULL, NULL
      FROM import_changes c JOIN imports i ON i.id = c.import_id
        LEFT JOIN sources s ON s.id = i.source_id
        LEFT JOIN LATERAL (
          SELECT * FROM audit_entries WHERE subject = 'import' AND subject_id = c.import_id::text
            AND action = 'import.undo' AND at >= c.undone_at ORDER BY at LIMIT 1
        ) AS e ON true
        LEFT JOIN admins a ON a.id = e.admin_id
      WHERE c.business_id = ${id}::uuid AND c.undone_at IS NOT NULL
      ORDER BY at DESC, id DESC, action DESC LIMIT ${limit} OFFSET ${offset}`;
  }
}

/**
 * Returns a SQL expression for the id of the business with an id. If it was merged, that is the
 * business it was merged into.
 *
 * @param id SQL expression for the id
 */
function businessOfId(id: string): string {
  return `(SELECT coalesce(m.into_id, known.id)
    FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.id = ${id})`;
}

/**
 * Returns a SQL expression for the id of the business with a slug. A current slug takes precedence
 * over a former one, and a merged business leads to the one it was merged into.
 *
 * @param slug SQL expression for the slug
 */
function businessOfSlug(slug: string): string {
  return `coalesce(
    (SELECT coalesce(m.into_id, known.id)
     FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.slug = ${slug}),
    (SELECT business_id FROM former_slugs WHERE slug = ${slug}))`;
}
