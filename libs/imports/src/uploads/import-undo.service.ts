import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { BATCH_DEADLINE, BatchTransactions } from '../writing/batch-transactions.js';
import { UNNAMED } from '../writing/import-source.js';
import { undoImport } from '../writing/undo-import.js';
import type { UndoneImportDto } from './import.dto.js';
import { OPERATOR_LEASE_SECONDS } from './import-leases.service.js';
import { ImportsRepository, isPending, type StoredImport } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

/** Days for which an import can be undone and its rows are kept. */
export const UNDO_DAYS = 90;
const UNDO_MS = UNDO_DAYS * 24 * 3_600_000;

/** Reports whether an import is too old to be undone, and its rows are deleted. */
export function isExpired({ createdAt }: Pick<StoredImport, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > UNDO_MS;
}

/** Undoes imports. */
@Injectable()
export class ImportUndoService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsService,
    private readonly repository: ImportsRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @throws ApiError `not_found`, or `conflict` if the import can't be undone */
  async findUndoable(id: string): Promise<StoredImport> {
    const found = await this.imports.find(id);
    const { dryRun, status, undoneAt } = found;
    const reason = dryRun
      ? 'The import was a dry run, so there is nothing to undo.'
      : isPending(status)
        ? `The import is ${status}. Cancel it first.`
        : undoneAt
          ? 'The import has already been undone.'
          : isExpired(found, this.clock.now())
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
  async undo(id: string, admin: Actor, most = Infinity): Promise<UndoneImportDto> {
    const { sourceId: named } = await this.findUndoable(id);
    const sourceId = named ?? UNNAMED.id;
    const rows = await this.repository.countChangedRows(id, sourceId);
    if (rows > most) {
      const message =
        `The import changed ${rows} rows. A request can undo at most ${most}. ` +
        `Run on the server: npx mnbd imports undo ${id}`;
      throw new ApiError('conflict', message);
    }
    const lease = { id, leaseId: randomUUID(), leaseSeconds: OPERATOR_LEASE_SECONDS };
    const { pool } = this.database;
    const transactions = new BatchTransactions(() => pool.connectFor(BATCH_DEADLINE), {
      name: admin.httpRequestId,
    });
    const hold = async () => {
      if (!(await this.repository.holdToUndo(lease))) throw new ApiError('conflict', BEING_UNDONE);
    };
    try {
      const undone = await undoImport(transactions, this.clock, { importId: id, sourceId }, hold);
      await this.database.transactionFor(admin.httpRequestId, async (tx) => {
        // Rows that a later import changed can be undone once that import is.
        const undoneAt = undone.changedLater > 0 ? null : this.clock.now();
        const data = { undoneAt, undone: undone as unknown as Prisma.InputJsonObject };
        await this.repository.update(id, data, tx);
        const { restored, removed, kept } = undone;
        await this.audit.record(tx, {
          admin,
          action: 'import.undo',
          subjectId: id,
          after: { restored, removed, kept },
        });
      });
      return undone;
    } finally {
      // If this fails, the lease expires.
      await this.repository.free(lease).catch(() => {});
    }
  }

  /** Deletes the rows and changes of imports too old to undo, in batches. */
  async forgetChanges(): Promise<void> {
    const msecs = this.clock.now().getTime() - UNDO_MS;
    await this.repository.deleteChangesBefore(uuidv7({ msecs, random: new Uint8Array(16) }));
  }
}

const BEING_UNDONE =
  'The import is already being undone, or is still stopping after being cancelled. ' +
  'Try again in a few minutes.';
