import { Injectable } from '@nestjs/common';
import {
  Database,
  pageOf,
  type Prisma,
  type Source,
  type SourceFetch,
} from '#libs/database/src/database.js';
import { PENDING } from '../uploads/imports.repository.js';
import { updateCategoryNames } from '../writing/categories.js';
import { UNNAMED } from '../writing/import-source.js';
import { withIds } from '../writing/stored-businesses.repository.js';
import type { Values } from '../writing/values.js';

const WITH_FETCH = { include: { fetch: true } } as const;
const LICENCE = { name: true, licence: true, attribution: true };
const NAMED = { id: { not: UNNAMED.id } };
/** Rows whose values are part of the directory. */
const IN_USE = { values: { not: {} }, business: { removedAt: null } };

export type SourceWithFetch = Prisma.SourceGetPayload<typeof WITH_FETCH>;

/** License of a source; null for unknown parts. */
export type SourceLicence = Pick<Source, 'name' | 'licence' | 'attribution'>;

/** Stores sources of businesses, and the URLs of their files. */
@Injectable()
export class SourcesRepository {
  constructor(private readonly database: Database) {}

  /** Returns a page of sources ordered by name. */
  page(skip: number, take: number) {
    const page = { orderBy: { name: 'asc' }, skip, take } as const;
    const rows = this.database.source.findMany({ ...WITH_FETCH, where: NAMED, ...page });
    return pageOf(rows, this.database.source.count({ where: NAMED }));
  }

  count(tx: Prisma.TransactionClient = this.database): Promise<number> {
    return tx.source.count();
  }

  find(
    where: { id: number } | { name: string },
    tx: Prisma.TransactionClient = this.database,
  ): Promise<SourceWithFetch | null> {
    return tx.source.findUnique({ ...WITH_FETCH, where });
  }

  /** Returns the sources of the directory that state a license or an attribution, ordered by name. */
  licences(): Promise<SourceLicence[]> {
    return this.database.source.findMany({
      select: LICENCE,
      where: {
        OR: [{ licence: { not: null } }, { attribution: { not: null } }],
        rows: { some: IN_USE },
      },
      orderBy: { name: 'asc' },
    });
  }

  /** Returns the named sources that have rows of a business, those of the highest rank first. */
  namedFor(businessId: string): Promise<SourceLicence[]> {
    return this.database.source.findMany({
      select: LICENCE,
      where: { ...NAMED, rows: { some: { businessId, values: IN_USE.values } } },
      orderBy: [{ rank: 'desc' }, { name: 'asc' }],
    });
  }

  add(data: Prisma.SourceCreateInput, tx: Prisma.TransactionClient): Promise<Source> {
    return tx.source.create({ data });
  }

  /** Adds a source unless another transaction adds one of the same name first. */
  async addIfMissing(
    data: Prisma.SourceCreateManyInput,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<void> {
    await tx.source.createMany({ data, skipDuplicates: true });
  }

  update(
    id: number,
    data: Prisma.SourceUpdateInput,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<Source> {
    return tx.source.update({ where: { id }, data: { ...data, revision: { increment: 1 } } });
  }

  async remove(id: number, tx: Prisma.TransactionClient): Promise<void> {
    await tx.sourceRow.deleteMany({ where: { sourceId: id } });
    await tx.source.delete({ where: { id } });
  }

  async hasRows(sourceId: number, tx: Prisma.TransactionClient = this.database): Promise<boolean> {
    return (await tx.sourceRow.findFirst({ where: { sourceId } })) !== null;
  }

  /** Reports whether a business has values of the source. */
  async isUsed(sourceId: number, tx: Prisma.TransactionClient): Promise<boolean> {
    return (await tx.sourceRow.findFirst({ where: { sourceId, ...IN_USE } })) !== null;
  }

  /** Reports whether an unfinished import is going to write rows of the source. */
  async isAwaited(
    sourceId: number,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<boolean> {
    const where = { sourceId, status: { in: PENDING } };
    return (await tx.import.findFirst({ where })) !== null;
  }

  /** Stores how a source's file is fetched. A fetch in progress loses its lease. */
  async setFetch(
    sourceId: number,
    data: Pick<SourceFetch, 'url' | 'nextAt'> & Partial<Pick<SourceFetch, 'schedule' | 'failures'>>,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    const due = { ...data, etag: null, lastModified: null };
    await tx.sourceFetch.upsert({
      where: { sourceId },
      create: { ...due, sourceId, schedule: due.schedule ?? 'daily' },
      update: { ...due, leaseId: null, leasedUntil: null },
    });
  }

  async removeFetch(sourceId: number, tx: Prisma.TransactionClient): Promise<void> {
    await tx.sourceFetch.deleteMany({ where: { sourceId } });
  }

  /**
   * Returns a business with its source rows; undefined if there is none. Categories have their
   * current names.
   */
  async findBusiness(where: Prisma.BusinessWhereInput) {
    const found = await this.database.business.findFirst({
      where,
      select: { id: true, sourceRows: { include: { source: true } } },
    });
    if (!found) return undefined;
    const [business] = await withIds(this.database.pool, [found.id]);
    const sourceRows = found.sourceRows.map((row) => ({ ...row, values: row.values as Values }));
    await updateCategoryNames(
      this.database.pool,
      sourceRows.map(({ values }) => values),
    );
    return business && { business, sourceRows };
  }
}
