import { Injectable } from '@nestjs/common';
import { type Business, Database, type Prisma } from '#libs/database/src/database.js';
import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { columnOf } from '#libs/text/src/identifiers.js';
import { identifierIn } from './record/identifiers.js';
import { businessOfId, businessOfSlug } from './record/known-as.sql.js';
import { SEPARATOR, type StoredRecord, type StoredRecordsPage } from './record/stored-record.js';

export type StoredRecords = Omit<StoredRecordsPage, 'total' | 'corrected' | 'facets'>;

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

  /** Returns businesses that are not removed by name, after the given position. */
  async listByName(
    after: { key: string; id: string },
    most: number,
  ): Promise<{ key: string; id: string; record: StoredRecord }[]> {
    const { rows } = await this.database.reads.query<{
      key: string;
      id: string;
      record: StoredRecord;
    }>(
      `SELECT name_key AS key, id, record FROM businesses
       WHERE removed_at IS NULL AND (name_key, id) > ($1, $2::uuid)
       ORDER BY name_key, id LIMIT $3`,
      [after.key, after.id, most],
    );
    return rows;
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

  /** Finds a business or its tombstone by its current id or slug, with its revision. */
  async findForEditing(
    idOrSlug: string,
    tx: Prisma.TransactionClient,
  ): Promise<Edited<StoredRecord> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<StoredRecord>[]>(
      `SELECT record, revision FROM businesses WHERE ${column} = $1::${column === 'id' ? 'uuid' : 'text'}`,
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
        ...{ id, removedAt: null },
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
    await tx.businessCategory.deleteMany({ where: { businessId } });
    await tx.businessCategory.createMany({
      data: categoryIds.map((categoryId) => ({ businessId, categoryId })),
    });
  }

  /**
   * Moves events, deals, pending suggestions and former slugs to another business, to which the
   * addresses of the first one then redirect.
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
    await tx.suggestion.updateMany({ where: { ...where, status: 'pending' }, data });
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
}
