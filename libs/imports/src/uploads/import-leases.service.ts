import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { AuditService, type Operator } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import type { SourceInput } from '../sources/source-input.dto.js';
import { SourcesService } from '../sources/sources.service.js';
import { UNNAMED } from '../writing/import-source.js';
import type { ImportRecord } from './import-progress.js';
import { type LeasedImport, ImportsRepository } from './imports.repository.js';

/** Lease of a command-line import in seconds. Must be longer than a batch can take. */
export const OPERATOR_LEASE_SECONDS = 180;

/** Time after which a waiting upload counts as abandoned: longer than a full queue can take. */
const MAX_WAIT_MS = 48 * 3_600_000;

/** Begins, renews and ends the leases of running imports. */
@Injectable()
export class ImportLeasesService {
  private readonly logger = new Logger(ImportLeasesService.name);

  constructor(
    private readonly database: Database,
    private readonly repository: ImportsRepository,
    private readonly clock: Clock,
    private readonly sources: SourcesService,
    private readonly audit: AuditService,
  ) {}

  /** Registers an import that the command line runs itself. */
  async begin(
    { file, size, ...from }: { file: string; size: number } & SourceInput,
    admin: Operator,
  ): Promise<LeasedImport> {
    return this.database.$transaction(async (tx) => {
      const source = await this.sources.prepare(from, tx);
      const { complete = null, maxMissing = null } = from;
      const id = uuidv7();
      const leaseId = randomUUID();
      const leaseSeconds = OPERATOR_LEASE_SECONDS;
      const asked = { sourceId: source?.id, complete, maxMissing };
      const data = { id, leaseId, file, size, ...admin, dryRun: false, ...asked };
      await this.repository.add({ ...data, status: 'running', createdAt: this.clock.now() }, tx);
      await this.repository.renew({ id, leaseId, leaseSeconds }, tx);
      const after = { file, size, ...from };
      await this.audit.record(tx, { admin, action: 'import.start', subjectId: id, after });
      const read = { mapping: null, sheet: null, source: source ?? UNNAMED };
      return { ...data, leaseSeconds, ...read, attempts: 1 };
    });
  }

  /**
   * Starts to renew a lease and record the import's progress.
   *
   * @param onLost called if the import is cancelled or another process owns it
   */
  keep(
    leased: LeasedImport,
    everyMs: number,
    progress: () => ImportRecord | undefined,
    onLost: () => Promise<void> | void,
  ): PeriodicTask {
    const work = async () => {
      if (!(await this.renew(leased, progress()))) await onLost();
    };
    const renewing = new PeriodicTask(work, {
      everyMs,
      logger: quietWhileAway(this.logger),
      failure: `Could not renew the lease on import ${leased.id}.`,
    });
    renewing.start();
    return renewing;
  }

  /**
   * Renews a lease and records the import's progress.
   *
   * @returns whether the import is unfinished and still owned by this process
   */
  async renew(leased: LeasedImport, progress: ImportRecord | undefined): Promise<boolean> {
    if (!(await this.repository.renew(leased))) return false;
    await this.record(leased, progress);
    return true;
  }

  /** Records an import's progress. */
  async record(leased: LeasedImport, progress: ImportRecord | undefined): Promise<void> {
    if (progress) await this.repository.updateLeased(leased, progress);
  }

  /** Records the progress of a command-line import, regardless of how it ended. */
  async recordEnded(id: string, progress: ImportRecord): Promise<void> {
    await this.repository.update(id, progress);
  }

  /**
   * Ends an import and its lease. An import cancelled in the meantime stays cancelled.
   *
   * @param status `waiting` leaves the import to the next process; the attempt doesn't count
   * @param error sentence shown to the admin who sent the file, if the import failed
   */
  async end(
    leased: LeasedImport,
    status: 'finished' | 'cancelled' | 'failed' | 'waiting',
    error?: string,
  ): Promise<void> {
    const isOver = status !== 'waiting';
    const more = isOver ? { finishedAt: this.clock.now() } : { attempts: leased.attempts - 1 };
    await this.repository.updateLeased(leased, { status, error, ...more }, 'running');
    await this.repository.free(leased);
  }

  /** Fails command-line imports whose lease expired. Written rows are kept. */
  async failExpired(): Promise<void> {
    await this.repository.failExpired(INTERRUPTED, this.clock.now());
  }

  /**
   * Fails uploads whose machine is gone. Written rows are kept.
   *
   * @param heldHere imports whose files are on this machine
   */
  async failAbandoned(heldHere: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - MAX_WAIT_MS);
    await this.repository.failAbandoned(before, heldHere, ABANDONED, now);
  }
}

const INTERRUPTED =
  'The import was interrupted because its command stopped responding. The rows written so far are kept. Run the same ' +
  'command again to import the rest.';
const ABANDONED =
  'The import was never finished because the machine with its file is gone. Upload the file again.';
