import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Audit } from '#libs/admin/src/audit/audit.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Import, type Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/** An import that this process alone may do, as long as it renews its claim. */
export interface ClaimedImport {
  id: string;
  claimId: string;
  dryRun: boolean;
}

type Progress = Pick<
  Prisma.ImportUpdateManyMutationInput,
  'format' | 'encoding' | 'bytesRead' | 'counts' | 'notes' | 'problems'
>;

/** By the database's clock, how long a claim holds when the process that made it is gone. */
const CLAIM_SECONDS = 15;

/** The imports that admins asked for, and how far each is. */
@Injectable()
export class ImportLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

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
  async find(id: string): Promise<Import> {
    const found = await this.database.import.findUnique({ where: { id } });
    if (!found) throw new ApiError('not_found', 'There is no import with this id.');
    return found;
  }

  async list({ page, limit }: { page: number; limit: number }) {
    const [items, total] = await this.database.$transaction([
      this.database.import.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.import.count(),
    ]);
    return { items, total };
  }

  /** Takes the oldest of the given imports that is not done and that nobody is at. */
  async claim(ids: readonly string[]): Promise<ClaimedImport | undefined> {
    const claimId = randomUUID();
    const [claimed] = await this.database.$queryRaw<ClaimedImport[]>`
      UPDATE imports
      SET status = 'running', claim_id = ${claimId}::uuid,
          claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE id = (
        SELECT id FROM imports
        WHERE id = ANY(${[...ids]}::uuid[]) AND status IN ('waiting', 'running')
          AND (claimed_until IS NULL OR claimed_until <= now())
        ORDER BY created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, claim_id AS "claimId", dry_run AS "dryRun"`;
    return claimed;
  }

  /** Writes down how far an import is, and with it renews the claim. */
  async progress(claimed: ClaimedImport, progress: Progress): Promise<void> {
    await this.update(claimed, progress);
    await this.database.$executeRaw`
      UPDATE imports SET claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE id = ${claimed.id}::uuid AND claim_id = ${claimed.claimId}::uuid`;
  }

  async finish(claimed: ClaimedImport, progress: Progress): Promise<void> {
    const finishedAt = this.clock.now();
    await this.update(claimed, { ...progress, status: 'finished', finishedAt, claimId: null });
  }

  async fail(claimed: ClaimedImport, error: string): Promise<void> {
    const finishedAt = this.clock.now();
    await this.update(claimed, { error, status: 'failed', finishedAt, claimId: null });
  }

  /** Leaves an import to whoever looks next. */
  async release(claimed: ClaimedImport): Promise<void> {
    await this.update(claimed, { claimId: null, claimedUntil: null });
  }

  private async update(
    { id, claimId }: ClaimedImport,
    data: Prisma.ImportUpdateManyMutationInput,
  ): Promise<void> {
    await this.database.import.updateMany({ where: { id, claimId }, data });
  }
}
