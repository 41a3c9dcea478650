import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { TimeSpan } from '#libs/directory-index/src/criteria.js';
import { UNLEASED, leaseExpiry } from '#libs/database/src/sql.js';
import {
  Database,
  type Import,
  type ImportStatus,
  pageOf,
  type Prisma,
} from '#libs/database/src/database.js';
import type { Mapping } from '../columns/mapping.js';
import type { Complete } from '../sources/source-input.dto.js';
import { type ImportSource, UNNAMED } from '../writing/import-source.js';

/** An import with the name of its source, if it has one. */
export type StoredImport = Import & { source: { name: string } | null };

/** An import that this process owns while it renews its lease. */
export interface LeasedImport {
  id: string;
  leaseId: string;
  /** Duration of the lease, if it isn't the usual one. */
  leaseSeconds?: number;
  dryRun: boolean;
  source: ImportSource;
  complete: Complete | null;
  maxMissing: number | null;
  /** Column mapping, if one was given. */
  mapping: Mapping | null;
  /** Sheet or layer to read; the first if null. */
  sheet: string | null;
  /** Number of attempts, including this one. */
  attempts: number;
}

type Lease = Pick<LeasedImport, 'id' | 'leaseId' | 'leaseSeconds'>;

/** Range of file sizes in bytes: more than the first number and at most the second. */
export interface SizeRange {
  above: number;
  upTo: number;
}

const WITH_SOURCE = { source: { select: { name: true } } };
/** Statuses of unfinished imports. */
export const PENDING: ImportStatus[] = ['waiting', 'running'];

/** Reports whether an import with this status is unfinished. */
export function isPending(status: ImportStatus): boolean {
  return PENDING.includes(status);
}

/** Stores imports and their leases, and reads the outcomes of their rows. */
@Injectable()
export class ImportsRepository {
  constructor(private readonly database: Database) {}

  add(
    data: Prisma.ImportUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<StoredImport> {
    return tx.import.create({ data, include: WITH_SOURCE });
  }

  find(id: string, tx: Prisma.TransactionClient = this.database): Promise<StoredImport | null> {
    return tx.import.findUnique({ where: { id }, include: WITH_SOURCE });
  }

  list(skip: number, take: number) {
    const rows = this.database.import.findMany({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      // Problems may list a thousand rows per import, which would add megabytes to the response.
      omit: { problems: true },
      include: WITH_SOURCE,
      skip,
      take,
    });
    return pageOf(rows, this.database.import.count());
  }

  /** Counts the unfinished imports of uploaded files. */
  countPendingUploads(): Promise<number> {
    return this.database.import.count({ where: { status: { in: PENDING }, file: null } });
  }

  /** Returns the unfinished imports among the given ones. */
  async pendingAmong(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.import.findMany({
      where: { id: { in: [...ids] }, status: { in: PENDING } },
      select: { id: true },
    });
    return new Set(found.map(({ id }) => id));
  }

  /**
   * Returns when imports took place that together inserted more businesses in a day than given. An
   * unfinished import ends now.
   */
  bulks(moreThan: number, since: Date, now: Date): Promise<TimeSpan[]> {
    return this.database.$queryRaw<TimeSpan[]>`
      SELECT min(created_at) AS "from", max(coalesce(finished_at, ${now})) AS "to" FROM imports
      WHERE created_at > ${since} AND NOT dry_run AND undone_at IS NULL
      GROUP BY (created_at AT TIME ZONE 'America/Chicago')::date
      HAVING sum((counts->>'inserted')::int) > ${moreThan}::float8
      ORDER BY "from"`;
  }

  async update(
    id: string,
    data: Prisma.ImportUpdateInput,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<void> {
    await tx.import.update({ where: { id }, data });
  }

  /** @returns whether the import was unfinished */
  async cancel(id: string, finishedAt: Date, tx: Prisma.TransactionClient): Promise<boolean> {
    const { count } = await tx.import.updateMany({
      where: { id, status: { in: PENDING } },
      data: { status: 'cancelled', finishedAt },
    });
    return count > 0;
  }

  /** Takes the lease on the oldest unfinished import among the given ones in the size range. */
  async lease(
    ids: readonly string[],
    { above, upTo }: SizeRange,
  ): Promise<LeasedImport | undefined> {
    const [leased] = await this.database.$queryRaw<LeasedImport[]>`
      UPDATE imports
      SET status = 'running', attempts = attempts + 1, lease_id = ${randomUUID()}::uuid,
          leased_until = ${leaseExpiry()}
      WHERE id = (
        SELECT id FROM imports
        WHERE id = ANY(${[...ids]}::uuid[]) AND status IN ('waiting', 'running')
          AND size > ${above} AND size <= ${upTo} AND ${UNLEASED}
        ORDER BY created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, lease_id AS "leaseId", dry_run AS "dryRun", attempts, complete,
        mapping, sheet, max_missing AS "maxMissing", coalesce(previewed_source, (
          SELECT jsonb_build_object('id', s.id, 'name', s.name, 'rank', s.rank, 'idColumn', s.id_column)
          FROM sources s WHERE s.id = coalesce(imports.source_id, ${UNNAMED.id})
        )) AS source`;
    return leased;
  }

  /** Renews the lease on a running import. @returns whether it is still held */
  async renew(
    { id, leaseId, leaseSeconds }: Lease,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<boolean> {
    const updated = await tx.$executeRaw`
      UPDATE imports SET leased_until = ${leaseExpiry(leaseSeconds)}
      WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid AND status = 'running'`;
    return updated > 0;
  }

  /** Takes or renews the lease on an import to undo it. @returns whether it is held */
  async holdToUndo({ id, leaseId, leaseSeconds }: Lease): Promise<boolean> {
    const updated = await this.database.$executeRaw`
      UPDATE imports
      SET lease_id = ${leaseId}::uuid, leased_until = ${leaseExpiry(leaseSeconds)}
      WHERE id = ${id}::uuid AND undone_at IS NULL AND (lease_id = ${leaseId}::uuid OR ${UNLEASED})`;
    return updated > 0;
  }

  /** Updates an import only while its lease is held and, if given, it has the status. */
  async updateLeased(
    { id, leaseId }: Lease,
    data: Prisma.ImportUpdateManyMutationInput,
    status?: ImportStatus,
  ): Promise<void> {
    await this.database.import.updateMany({ where: { id, leaseId, status }, data });
  }

  async free(lease: Lease): Promise<void> {
    await this.updateLeased(lease, { leaseId: null, leasedUntil: null });
  }

  /** Fails command-line imports whose lease expired. */
  async failExpired(error: string, now: Date): Promise<void> {
    await this.database.$executeRaw`
      UPDATE imports
      SET status = 'failed', error = ${error}, finished_at = ${now}, lease_id = NULL
      WHERE status = 'running' AND file IS NOT NULL AND leased_until <= now()`;
  }

  /** Fails uploads created before a time that no process is importing, except those held here. */
  async failAbandoned(
    before: Date,
    heldHere: readonly string[],
    error: string,
    now: Date,
  ): Promise<void> {
    await this.database.$executeRaw`
      UPDATE imports
      SET status = 'failed', error = ${error}, finished_at = ${now}, lease_id = NULL
      WHERE status IN ('waiting', 'running') AND file IS NULL AND ${UNLEASED}
        AND created_at < ${before} AND id <> ALL(${[...heldHere]}::uuid[])`;
  }

  /** Counts the rows whose last change an import made. */
  async countChangedRows(importId: string, sourceId: number): Promise<number> {
    const rows = await this.database.sourceRow.count({ where: { sourceId, importId } });
    return rows + (await this.database.importChange.count({ where: { importId, isEdit: true } }));
  }

  /** Returns a compressed part of the outcomes of an import's rows. */
  rowsPart(importId: string, part: number) {
    return this.database.importRow.findUnique({ where: { importId_part: { importId, part } } });
  }

  /** Returns the part with the row at the offset, and the number of rows before the part. */
  rowsPartAt(importId: string, offset: number) {
    return this.database.importRow.findFirst({
      where: { importId, rowsBefore: { lte: offset } },
      orderBy: { part: 'desc' },
      select: { part: true, rowsBefore: true },
    });
  }

  /** Deletes a batch of the rows and changes of imports with lower ids. */
  async deleteChangesBefore(id: string): Promise<void> {
    await this.database.$executeRaw`
      DELETE FROM import_changes WHERE (import_id, business_id) IN (
        SELECT import_id, business_id FROM import_changes
        WHERE import_id < ${id}::uuid LIMIT 10000)`;
    await this.database.$executeRaw`
      DELETE FROM import_rows WHERE (import_id, part) IN (
        SELECT import_id, part FROM import_rows WHERE import_id < ${id}::uuid LIMIT 1000)`;
  }
}
