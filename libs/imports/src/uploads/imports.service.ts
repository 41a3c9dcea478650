import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  type Actor,
  adminIdOf,
  AuditService,
  httpRequestOf,
  type Operator,
} from '#libs/admin/src/audit/audit.service.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Clock } from '#libs/config/src/clock.js';
import { UNCLAIMED, untilClaimLapses } from '#libs/database/src/claims.js';
import {
  Database,
  type Import,
  type ImportStatus,
  type Prisma,
} from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { Mapping } from '../columns/mapping.js';
import type { Complete, SourceInput } from '../sources/source-input.dto.js';
import { SourcesService } from '../sources/sources.service.js';
import { BATCH_DEADLINE, BatchTransactions } from '../writing/batch-transactions.js';
import { type ImportSource, UNNAMED } from '../writing/import-source.js';
import { type Undone, undoImport } from '../writing/undo-import.js';
import type { ImportRecord } from './import-progress.js';

/** An import with the name of its source, if it has one. */
export type StoredImport = Import & { source: { name: string } | null };

interface NewImport {
  id: string;
  size: number;
  dryRun: boolean;
  mapping?: Mapping;
  sheet?: string;
}

/** An import that this process owns while it renews its lease. */
export interface ClaimedImport {
  id: string;
  claimId: string;
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

/** Range of file sizes in bytes: more than the first number and at most the second. */
export interface SizeRange {
  above: number;
  upTo: number;
}

/** Maximum number of waiting files. */
const MAX_PENDING = 20;
/** Lease of a command-line import in seconds. Must be longer than a batch can take. */
const OPERATOR_CLAIM_SECONDS = 180;
/** Days for which an import can be undone and its rows are kept. */
export const UNDO_DAYS = 90;
const UNDO_MS = UNDO_DAYS * 24 * 3_600_000;
/** Time for which a bulk import counts as the last one. */
const BULK_REMEMBERED_MS = 366 * 24 * 3_600_000;
const WITH_SOURCE = { source: { select: { name: true } } };
const PENDING = ['waiting', 'running'] as const;
const FREE = { claimId: null, claimedUntil: null };

/** Reports whether an import with this status is unfinished. */
export function isPending(status: ImportStatus): boolean {
  return PENDING.some((pending) => pending === status);
}

/** Manages imports and their progress. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly sources: SourcesService,
  ) {}

  /** @throws ApiError `conflict` if the maximum number of files is waiting */
  async refuseTooMany(): Promise<void> {
    const pending = await this.database.import.count({
      where: { status: { in: [...PENDING] }, file: null },
    });
    if (pending < MAX_PENDING) return;
    const message = `${pending} imports are not done yet. Wait for one of them, or cancel one.`;
    throw new ApiError('conflict', message);
  }

  async create(asked: NewImport & SourceInput, admin: SignedInAdmin): Promise<StoredImport> {
    return this.database.transactionFor(httpRequestOf(admin), (tx) =>
      this.createIn(tx, asked, admin),
    );
  }

  /** Creates an import within a transaction. */
  async createIn(
    tx: Prisma.TransactionClient,
    { id, size, dryRun, mapping, sheet, ...from }: NewImport & SourceInput,
    admin: Actor,
  ): Promise<StoredImport> {
    const source = await this.sources.prepare(from, tx);
    const { complete, maxMissing } = from;
    const asked = { sourceId: source?.id, complete, maxMissing, sheet };
    const by = { adminId: adminIdOf(admin), ...('operator' in admin && admin) };
    const columns = mapping ?? (source?.mapping as Mapping | null | undefined) ?? undefined;
    const created = await tx.import.create({
      data: { id, size, dryRun, ...asked, ...by, mapping: columns, createdAt: this.clock.now() },
      include: WITH_SOURCE,
    });
    const after = { size, dryRun, ...(source && { source: source.name }) };
    const subject = { subject: 'import', subjectId: id };
    await this.audit.record(tx, { admin, action: 'import.start', ...subject, after });
    return created;
  }

  /** Registers an import that the command line runs itself. */
  async begin(
    { file, size, ...from }: { file: string; size: number } & SourceInput,
    { operator }: Operator,
  ): Promise<ClaimedImport> {
    return this.database.$transaction(async (tx) => {
      const source = await this.sources.prepare(from, tx);
      const { complete = null, maxMissing = null } = from;
      const [id, claimId] = [uuidv7(), randomUUID()];
      const asked = { sourceId: source?.id, complete, maxMissing };
      const data = { id, claimId, file, size, operator, dryRun: false, ...asked };
      await tx.import.create({ data: { ...data, status: 'running', createdAt: this.clock.now() } });
      await this.hold({ id, claimId }, OPERATOR_CLAIM_SECONDS, tx);
      const read = { mapping: null, sheet: null };
      return { ...data, ...read, complete, maxMissing, source: source ?? UNNAMED, attempts: 1 };
    });
  }

  /**
   * Renews the lease of a command-line import and records its progress.
   *
   * @returns whether the import should continue
   */
  async goOn(claimed: ClaimedImport, progress: ImportRecord): Promise<boolean> {
    if (!(await this.hold(claimed, OPERATOR_CLAIM_SECONDS))) return false;
    await this.record(claimed, progress);
    return true;
  }

  /** Fails command-line imports whose lease expired. Written rows are kept. */
  async failBroken(): Promise<void> {
    // Older versions took no lease.
    await this.database.$executeRaw`
      UPDATE imports
      SET status = 'failed', error = ${BROKEN_OFF}, finished_at = ${this.clock.now()}, claim_id = NULL
      WHERE status = 'running' AND file IS NOT NULL
        AND coalesce(claimed_until, created_at + interval '1 day') <= now()`;
  }

  /** Cancels a command-line import that was interrupted. Written rows are kept. */
  async interrupt(claimed: ClaimedImport): Promise<void> {
    await this.end(claimed, { status: 'cancelled' });
  }

  /** @throws ApiError `not_found`, or `conflict` if the import can't be undone */
  async findUndoable(id: string): Promise<StoredImport> {
    const found = await this.find(id);
    const { dryRun, status, undoneAt, createdAt } = found;
    const isLate = this.clock.now().getTime() - createdAt.getTime() > UNDO_MS;
    const reason = dryRun
      ? 'The import was a dry run, so there is nothing to undo.'
      : isPending(status)
        ? `The import is ${status}. Cancel it first.`
        : undoneAt
          ? 'The import has already been undone.'
          : isLate
            ? `The import is too old. Imports can be undone for ${UNDO_DAYS} days.`
            : undefined;
    if (reason) throw new ApiError('conflict', reason);
    return found;
  }

  /**
   * Reverts an import's changes, except for values changed since.
   *
   * @param most maximum number of rows; larger imports are undone on the command line
   * @throws ApiError `not_found`, or `conflict` if the import can't be undone
   */
  async undo(id: string, admin: Actor, most = Infinity): Promise<Undone> {
    const { sourceId: named } = await this.findUndoable(id);
    const sourceId = named ?? UNNAMED.id;
    const rows =
      (await this.database.sourceRow.count({ where: { sourceId, importId: id } })) +
      (await this.database.importChange.count({ where: { importId: id, isEdit: true } }));
    if (rows > most) {
      const message =
        `The import changed ${rows} rows. A request can undo at most ${most}. ` +
        `Run on the server: npx mnbd imports undo ${id}`;
      throw new ApiError('conflict', message);
    }
    const claimId = randomUUID();
    const { pool } = this.database;
    const transactions = new BatchTransactions(() => pool.connectFor(BATCH_DEADLINE), {
      name: httpRequestOf(admin),
    });
    try {
      const undone = await undoImport(transactions, this.clock, { importId: id, sourceId }, () =>
        this.holdToUndo({ id, claimId }),
      );
      await this.database.transactionFor(httpRequestOf(admin), async (tx) => {
        const data = { undoneAt: this.clock.now(), undone: { ...undone } };
        await tx.import.update({ where: { id }, data });
        const { restored, removed, kept } = undone;
        const subject = { subject: 'import', subjectId: id, after: { restored, removed, kept } };
        await this.audit.record(tx, { admin, action: 'import.undo', ...subject });
      });
      return undone;
    } finally {
      // If this fails, the lease expires.
      await this.database.import.updateMany({ where: { id, claimId }, data: FREE }).catch(() => {});
    }
  }

  /**
   * Takes or renews the lease on an import to undo it.
   *
   * @throws ApiError `conflict` if the import is already being undone, or is still stopping
   */
  private async holdToUndo({ id, claimId }: Pick<ClaimedImport, 'id' | 'claimId'>): Promise<void> {
    const held = await this.database.$executeRaw`
      UPDATE imports
      SET claim_id = ${claimId}::uuid, claimed_until = ${untilClaimLapses(OPERATOR_CLAIM_SECONDS)}
      WHERE id = ${id}::uuid AND undone_at IS NULL AND (claim_id = ${claimId}::uuid OR ${UNCLAIMED})`;
    if (held > 0) return;
    const message =
      'The import is already being undone, or is still stopping after being cancelled. ' +
      'Try again in a few minutes.';
    throw new ApiError('conflict', message);
  }

  /** Deletes the rows and changes of imports too old to undo, in batches. */
  async forgetChanges(): Promise<void> {
    const before = this.clock.now().getTime() - UNDO_MS;
    const end = uuidv7({ msecs: before, random: new Uint8Array(16) });
    await this.database.$executeRaw`
      DELETE FROM import_changes WHERE (import_id, business_id) IN (
        SELECT import_id, business_id FROM import_changes
        WHERE import_id < ${end}::uuid LIMIT 10000)`;
    await this.database.$executeRaw`
      DELETE FROM import_rows WHERE (import_id, part) IN (
        SELECT import_id, part FROM import_rows WHERE import_id < ${end}::uuid LIMIT 1000)`;
  }

  /** @throws ApiError `not_found` */
  async find(id: string, tx: Prisma.TransactionClient = this.database): Promise<StoredImport> {
    const found = await tx.import.findUnique({ where: { id }, include: WITH_SOURCE });
    if (!found) throw new ApiError('not_found', 'No import has this id.');
    return found;
  }

  /**
   * Returns the end of the last imports that together inserted more businesses in a day than given.
   * An unfinished import ends now.
   */
  async endOfLastBulk(moreThan: number): Promise<Date | undefined> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - BULK_REMEMBERED_MS);
    const [row] = await this.database.$queryRaw<{ ended: Date }[]>`
      SELECT max(coalesce(finished_at, ${now})) AS ended FROM imports
      WHERE created_at > ${since} AND NOT dry_run AND undone_at IS NULL
      GROUP BY (created_at AT TIME ZONE 'America/Chicago')::date
      HAVING sum((counts->>'inserted')::int) > ${moreThan}
      ORDER BY ended DESC LIMIT 1`;
    return row?.ended;
  }

  async list({ page, limit }: { page: number; limit: number }) {
    const [items, total] = await this.database.$transaction([
      this.database.import.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        // Problems may list a thousand rows per import, which would add megabytes to the response.
        omit: { problems: true },
        include: WITH_SOURCE,
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.import.count(),
    ]);
    return { items, total };
  }

  /**
   * Cancels an unfinished import. The process running it stops at its next lease renewal. Written
   * rows are kept.
   *
   * @throws ApiError `not_found`, or `conflict` if the import has ended
   */
  async cancel(id: string, admin: Actor): Promise<void> {
    await this.database.transactionFor(httpRequestOf(admin), async (tx) => {
      const { count } = await tx.import.updateMany({
        where: { id, status: { in: [...PENDING] } },
        data: { status: 'cancelled', finishedAt: this.clock.now() },
      });
      if (count === 0) {
        const { status } = await this.find(id, tx);
        throw new ApiError('conflict', `The import is already ${status}.`);
      }
      const subject = { subject: 'import', subjectId: id };
      await this.audit.record(tx, { admin, action: 'import.cancel', ...subject });
    });
  }

  /** Returns the unfinished imports among the given ones. */
  async pendingAmong(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.import.findMany({
      where: { id: { in: [...ids] }, status: { in: [...PENDING] } },
      select: { id: true },
    });
    return new Set(found.map(({ id }) => id));
  }

  /** Takes the lease on the oldest unfinished import among the given ones in the size range. */
  async claim(
    ids: readonly string[],
    { above, upTo }: SizeRange,
  ): Promise<ClaimedImport | undefined> {
    const claimId = randomUUID();
    const [claimed] = await this.database.$queryRaw<ClaimedImport[]>`
      UPDATE imports
      SET status = 'running', attempts = attempts + 1, claim_id = ${claimId}::uuid,
          claimed_until = ${untilClaimLapses()}
      WHERE id = (
        SELECT id FROM imports
        WHERE id = ANY(${[...ids]}::uuid[]) AND status IN ('waiting', 'running')
          AND size > ${above} AND size <= ${upTo} AND ${UNCLAIMED}
        ORDER BY created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, claim_id AS "claimId", dry_run AS "dryRun", attempts, complete,
        mapping, sheet, max_missing AS "maxMissing", (
          SELECT json_build_object('id', s.id, 'name', s.name, 'rank', s.rank, 'idColumn', s.id_column)
          FROM sources s WHERE s.id = coalesce(imports.source_id, ${UNNAMED.id})
        ) AS source`;
    return claimed;
  }

  /**
   * Renews a lease and records the import's progress.
   *
   * @returns whether the import is unfinished and still owned by this process
   */
  async renew(claimed: ClaimedImport, progress: ImportRecord | undefined): Promise<boolean> {
    if (!(await this.hold(claimed))) return false;
    await this.record(claimed, progress);
    return true;
  }

  /** Records an import's progress. */
  async record(claimed: ClaimedImport, progress: ImportRecord | undefined): Promise<void> {
    if (progress) await this.update(claimed, progress);
  }

  /** Records the progress of a command-line import, regardless of how it ended. */
  async writeDown(id: string, progress: ImportRecord): Promise<void> {
    await this.database.import.update({ where: { id }, data: progress });
  }

  async finish(claimed: ClaimedImport): Promise<void> {
    await this.end(claimed, { status: 'finished' });
  }

  /** @param error sentence shown to the admin who sent the file */
  async fail(claimed: ClaimedImport, error: string): Promise<void> {
    await this.end(claimed, { status: 'failed', error });
  }

  /** Releases an import for the next process. The attempt doesn't count. */
  async release(claimed: ClaimedImport): Promise<void> {
    await this.leave(claimed, { status: 'waiting', attempts: claimed.attempts - 1 });
  }

  /** @returns whether the lease is still held */
  private async hold(
    { id, claimId }: Pick<ClaimedImport, 'id' | 'claimId'>,
    seconds?: number,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<boolean> {
    const held = await tx.$executeRaw`
      UPDATE imports SET claimed_until = ${untilClaimLapses(seconds)}
      WHERE id = ${id}::uuid AND claim_id = ${claimId}::uuid AND status = 'running'`;
    return held > 0;
  }

  private async end(
    claimed: ClaimedImport,
    how: { status: 'finished' | 'cancelled' } | { status: 'failed'; error: string },
  ): Promise<void> {
    await this.leave(claimed, { ...how, finishedAt: this.clock.now() });
  }

  /** Releases a lease. An import cancelled in the meantime stays cancelled. */
  private async leave(
    claimed: ClaimedImport,
    data: Prisma.ImportUpdateManyMutationInput,
  ): Promise<void> {
    await this.update(claimed, data, 'running');
    await this.update(claimed, FREE);
  }

  /** Updates an import only while its lease is held. */
  private async update(
    { id, claimId }: ClaimedImport,
    data: Prisma.ImportUpdateManyMutationInput,
    status?: 'running',
  ): Promise<void> {
    await this.database.import.updateMany({ where: { id, claimId, status }, data });
  }
}

const BROKEN_OFF =
  'The import was interrupted because its command stopped responding. The rows written so far are kept. Run the same ' +
  'command again to import the rest.';
