import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Clock } from '#libs/config/src/clock.js';
import { UNCLAIMED, untilClaimLapses } from '#libs/database/src/claims.js';
import { Database, type Import, type Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { ImportRecord } from './import-progress.js';

/** An import that this process alone may do, as long as it renews its claim. */
export interface ClaimedImport {
  id: string;
  claimId: string;
  dryRun: boolean;
  /** How often it was begun, this time included. */
  attempts: number;
}

/** Files that may wait at once. */
const MAX_PENDING = 20;
const PENDING = ['waiting', 'running'] as const;

/** The imports that admins asked for, and how far each is. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @throws ApiError `conflict` when as many files wait as may */
  async refuseTooMany(): Promise<void> {
    const pending = await this.database.import.count({ where: { status: { in: [...PENDING] } } });
    if (pending < MAX_PENDING) return;
    const message = `${pending} imports are not done yet. Wait for one of them, or cancel one.`;
    throw new ApiError('conflict', message);
  }

  async create(
    { id, size, dryRun }: { id: string; size: number; dryRun: boolean },
    admin: SignedInAdmin,
  ): Promise<Import> {
    return this.database.$transaction(async (tx) => {
      const data = { id, size, dryRun, adminId: admin.id, createdAt: this.clock.now() };
      const created = await tx.import.create({ data });
      const after = { size, dryRun };
      const subject = { subject: 'import', subjectId: id };
      await this.audit.record(tx, { admin, action: 'import.start', ...subject, after });
      return created;
    });
  }

  /** @throws ApiError `not_found` */
  async find(id: string, tx: Prisma.TransactionClient = this.database): Promise<Import> {
    const found = await tx.import.findUnique({ where: { id } });
    if (!found) throw new ApiError('not_found', 'There is no import with this id.');
    return found;
  }

  async list({ page, limit }: { page: number; limit: number }) {
    const [items, total] = await this.database.$transaction([
      this.database.import.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        // A thousand rows in each would make the answer many megabytes.
        omit: { problems: true },
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.import.count(),
    ]);
    return { items, total };
  }

  /**
   * Cancels an import that is not done. Who is at it learns of it when renewing the claim, and what
   * was written stays.
   *
   * @throws ApiError `not_found`, or `conflict` when it is done
   */
  async cancel(id: string, admin: Actor): Promise<void> {
    await this.database.$transaction(async (tx) => {
      const { count } = await tx.import.updateMany({
        where: { id, status: { in: [...PENDING] } },
        data: { status: 'cancelled', finishedAt: this.clock.now() },
      });
      if (count === 0) {
        const { status } = await this.find(id, tx);
        throw new ApiError('conflict', `The import is ${status} already.`);
      }
      const subject = { subject: 'import', subjectId: id };
      await this.audit.record(tx, { admin, action: 'import.cancel', ...subject });
    });
  }

  /** Those of the given imports that are not done. */
  async pendingAmong(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.import.findMany({
      where: { id: { in: [...ids] }, status: { in: [...PENDING] } },
      select: { id: true },
    });
    return new Set(found.map(({ id }) => id));
  }

  /** Takes the oldest of the given imports that is not done and that nobody is at. */
  async claim(ids: readonly string[]): Promise<ClaimedImport | undefined> {
    const claimId = randomUUID();
    const [claimed] = await this.database.$queryRaw<ClaimedImport[]>`
      UPDATE imports
      SET status = 'running', attempts = attempts + 1, claim_id = ${claimId}::uuid,
          claimed_until = ${untilClaimLapses()}
      WHERE id = (
        SELECT id FROM imports
        WHERE id = ANY(${[...ids]}::uuid[]) AND status IN ('waiting', 'running')
          AND ${UNCLAIMED}
        ORDER BY created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, claim_id AS "claimId", dry_run AS "dryRun", attempts`;
    return claimed;
  }

  /**
   * Renews a claim, and writes down how far the import is.
   *
   * @returns whether the import is still to be done, and by this process
   */
  async renew(claimed: ClaimedImport, progress: ImportRecord | undefined): Promise<boolean> {
    const renewed = await this.database.$executeRaw`
      UPDATE imports SET claimed_until = ${untilClaimLapses()}
      WHERE id = ${claimed.id}::uuid AND claim_id = ${claimed.claimId}::uuid AND status = 'running'`;
    if (renewed === 0) return false;
    await this.record(claimed, progress);
    return true;
  }

  /** Writes down how far an import came. */
  async record(claimed: ClaimedImport, progress: ImportRecord | undefined): Promise<void> {
    if (progress) await this.update(claimed, progress);
  }

  async finish(claimed: ClaimedImport): Promise<void> {
    await this.end(claimed, { status: 'finished' });
  }

  /** @param error a sentence for whoever sent the file */
  async fail(claimed: ClaimedImport, error: string): Promise<void> {
    await this.end(claimed, { status: 'failed', error });
  }

  /** Leaves an import to whoever looks next; that it was begun does not count. */
  async release(claimed: ClaimedImport): Promise<void> {
    const attempts = claimed.attempts - 1;
    const data = { status: 'waiting' as const, attempts, claimId: null, claimedUntil: null };
    await this.update(claimed, data, 'running');
  }

  private async end(
    claimed: ClaimedImport,
    how: { status: 'finished' } | { status: 'failed'; error: string },
  ): Promise<void> {
    await this.update(claimed, { ...how, finishedAt: this.clock.now(), claimId: null }, 'running');
  }

  /** Whoever lost the claim changes nothing. */
  private async update(
    { id, claimId }: ClaimedImport,
    data: Prisma.ImportUpdateManyMutationInput,
    status?: 'running',
  ): Promise<void> {
    await this.database.import.updateMany({ where: { id, claimId, status }, data });
  }
}
