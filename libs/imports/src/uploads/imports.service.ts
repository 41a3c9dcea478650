import { Injectable } from '@nestjs/common';
import { type Actor, adminIdOf, AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import type { TimeSpan } from '#libs/directory-index/src/criteria.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import type { Mapping } from '../columns/mapping.js';
import type { SourceInput } from '../sources/source-input.dto.js';
import { SourcesService } from '../sources/sources.service.js';
import { ImportsRepository, type StoredImport } from './imports.repository.js';

interface NewImport {
  id: string;
  size: number;
  dryRun: boolean;
  mapping?: Mapping;
  sheet?: string;
}

/** Maximum number of waiting files. */
const MAX_PENDING = 20;
/** Time for which the businesses of a bulk import don't count as new. */
const BULK_REMEMBERED_MS = 366 * 24 * 3_600_000;

/** Starts, finds and cancels imports for admins. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ImportsRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly sources: SourcesService,
  ) {}

  /** @throws ApiError `conflict` if the maximum number of files is waiting */
  async refuseTooMany(): Promise<void> {
    const pending = await this.repository.countPendingUploads();
    if (pending < MAX_PENDING) return;
    const message = `${pending} imports are not done yet. Wait for one of them, or cancel one.`;
    throw new ApiError('conflict', message);
  }

  async create(input: NewImport & SourceInput, admin: SignedInAdmin): Promise<StoredImport> {
    return this.database.transactionFor(admin.httpRequestId, (tx) =>
      this.createIn(tx, input, admin),
    );
  }

  /** Creates an import within a transaction. */
  async createIn(
    tx: Prisma.TransactionClient,
    { id, size, dryRun, mapping, sheet, ...from }: NewImport & SourceInput,
    admin: Actor,
  ): Promise<StoredImport> {
    const previewed = dryRun && from.source ? await this.sources.preview(from, tx) : undefined;
    const source = previewed ?? (await this.sources.prepare(from, tx));
    const { complete, maxMissing } = from;
    const stored = previewed
      ? { previewedSource: { ...previewed, mapping: undefined } }
      : { sourceId: source?.id };
    const input = { ...stored, complete, maxMissing, sheet };
    const by = { adminId: adminIdOf(admin), ...('operator' in admin && admin) };
    const columns = mapping ?? (source?.mapping as Mapping | null | undefined) ?? undefined;
    const created = await this.repository.add(
      { id, size, dryRun, ...input, ...by, mapping: columns, createdAt: this.clock.now() },
      tx,
    );
    const after = { size, dryRun, ...from };
    await this.audit.record(tx, { admin, action: 'import.start', subjectId: id, after });
    return created;
  }

  /** @throws ApiError `not_found` */
  async find(id: string, tx?: Prisma.TransactionClient): Promise<StoredImport> {
    const found = await this.repository.find(id, tx);
    if (!found) throw noRecord('import', id);
    return found;
  }

  async list({ page, limit }: { page: number; limit: number }) {
    return this.repository.list((page - 1) * limit, limit);
  }

  /**
   * Returns when the imports of the past year took place that inserted more businesses in a day.
   *
   * @param moreThan a share of the directory, which may have a fraction
   */
  bulks(moreThan: number): Promise<TimeSpan[]> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - BULK_REMEMBERED_MS);
    return this.repository.bulks(moreThan, since, now);
  }

  /**
   * Cancels an unfinished import. The process running it stops at its next lease renewal. Written
   * rows are kept.
   *
   * @throws ApiError `not_found`, or `conflict` if the import has ended
   */
  async cancel(id: string, admin: Actor): Promise<void> {
    await this.database.transactionFor(admin.httpRequestId, async (tx) => {
      if (!(await this.repository.cancel(id, this.clock.now(), tx))) {
        const { status } = await this.find(id, tx);
        throw new ApiError('conflict', `The import is already ${status}.`);
      }
      await this.audit.record(tx, { admin, action: 'import.cancel', subjectId: id });
    });
  }
}
