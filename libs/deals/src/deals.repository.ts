import { Injectable } from '@nestjs/common';
import { Database, type Deal, type Prisma } from '#libs/database/src/database.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { isNamed, SqlParameters } from '#libs/database/src/sql.js';
import { type Breakdown, breakdownOf } from '#libs/directory/src/directory.repository.js';
import type { Found, Page } from '#libs/directory/src/read-results.js';
import { columnOf } from '#libs/text/src/identifiers.js';
import type { DealCriteria, DealFilter } from './list/deal-criteria.js';
import type { DealDto } from './record/deal.dto.js';
import { dealRecord } from './record/deal-record.sql.js';

/** A deal counts as removed if its business was removed. */
const RECORD = dealRecord('least(d.removed_at, b.removed_at)');

@Injectable()
export class DealsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns a page of valid deals whose businesses are not removed, ordered by their end or by
   * latest start.
   */
  async page(criteria: DealCriteria): Promise<Page<DealDto>> {
    const { page, limit, isNewestFirst } = criteria;
    const order = isNewestFirst ? 'd.starts_at DESC, d.id DESC' : 'd.ends_at NULLS LAST, d.id';
    const parameters = new SqlParameters();
    const matching = dealsThat(criteria, parameters);
    const { rows } = await this.database.reads.query<Page<DealDto>>(
      `SELECT
         (SELECT version::text FROM directory_version) AS version,
         (SELECT count(*)::int FROM ${matching}) AS total,
         (SELECT coalesce(json_agg(page.record), '[]') FROM (
            SELECT ${RECORD} AS record FROM ${matching} ORDER BY ${order}
            LIMIT ${parameters.add(limit)} OFFSET ${parameters.add((page - 1) * limit)}
          ) AS page) AS items`,
      parameters.values,
    );
    return rows[0]!;
  }

  /** Counts the deals of the list that `page` reads, by category and city. */
  async breakdown(criteria: DealFilter): Promise<Breakdown> {
    const parameters = new SqlParameters();
    const matching = dealsThat(criteria, parameters);
    const columns = { categories: 'b.category_slugs', city: 'b.city', citySlug: 'b.city_slug' };
    const { rows } = await this.database.reads.query<Breakdown>(
      breakdownOf(matching, columns),
      parameters.values,
    );
    return rows[0]!;
  }

  /** Finds a deal by id or slug, even before it starts, after it ends or as a tombstone. */
  async find(idOrSlug: string): Promise<Found<DealDto> | undefined> {
    const text = idOrSlug.toLowerCase();
    const column = columnOf(text);
    if (!column) return undefined;
    const { rows } = await this.database.reads.query<Found<DealDto>>(
      `SELECT version::text, ${RECORD} AS record, d.${column} <> $1 AS "isFormer"
       FROM deals d JOIN businesses b ON b.id = d.business_id, directory_version
       WHERE ${isNamed('d', column)} ORDER BY "isFormer" LIMIT 1`,
      [text],
    );
    return rows[0];
  }

  /** Finds a deal or its tombstone by id or slug, with its revision. */
  async findForEditing(
    idOrSlug: string,
    tx: Prisma.TransactionClient,
  ): Promise<Edited<DealDto> | undefined> {
    const column = columnOf(idOrSlug);
    if (!column) return undefined;
    const [found] = await tx.$queryRawUnsafe<Edited<DealDto>[]>(
      `SELECT ${dealRecord('d.removed_at')} AS record, d.revision
       FROM deals d JOIN businesses b ON b.id = d.business_id WHERE d.${column} = $1::${column === 'id' ? 'uuid' : 'text'}`,
      idOrSlug,
    );
    return found;
  }

  /** Returns the slugs that deals have or had, of the deals with one of the given slugs. */
  async takenSlugs(slugs: string[], tx: Prisma.TransactionClient): Promise<string[]> {
    const found = await tx.deal.findMany({
      where: { OR: [{ slug: { in: slugs } }, { formerSlugs: { hasSome: slugs } }] },
    });
    return found.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]);
  }

  add(data: Prisma.DealUncheckedCreateInput, tx: Prisma.TransactionClient): Promise<Deal> {
    return tx.deal.create({ data });
  }

  update(
    id: string,
    data: Prisma.DealUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<Deal> {
    return tx.deal.update({ where: { id }, data });
  }
}

function dealsThat(criteria: DealFilter, parameters: SqlParameters): string {
  const { at, business, category, city } = criteria;
  const add = (value: unknown) => parameters.add(value);
  const instant = add(at);
  const conditions = [
    "d.removed_at IS NULL AND b.removed_at IS NULL AND b.status <> 'closed'",
    `d.starts_at <= ${instant} AND (d.ends_at IS NULL OR d.ends_at > ${instant})`,
    business && `d.business_id = ANY (${add(business)}::uuid[])`,
    category && `b.category_slugs && category_subtree(${add(category)})`,
    city && `b.city_slug = ANY (${add(city)}::text[])`,
  ];
  return `deals d JOIN businesses b ON b.id = d.business_id
    WHERE ${conditions.filter(Boolean).join(' AND ')}`;
}
