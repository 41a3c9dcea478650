import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { ImportLeasesService } from './import-leases.service.js';
import { type ImportLimits, type ImportOutcome, ImportThread } from './import-thread.js';
import { ImportUndoService } from './import-undo.service.js';
import { type LeasedImport, ImportsRepository, type SizeRange } from './imports.repository.js';
import { MAX_UPLOAD, UploadFolder } from './upload-folder.js';

const POLL_MS = 5_000;
const RENEW_MS = 1_000;
const SWEEP_MS = 60_000;
/** Maximum attempts to run an import whose process or database stops before it finishes. */
const MAX_ATTEMPTS = 3;
/** Maximum size of a small file in bytes. */
const SMALL = 1024 ** 2;

/**
 * Import lanes by file size. Each lane imports one file at a time, oldest first; lanes run
 * concurrently.
 */
const LANES: readonly (SizeRange & ImportLimits)[] = [
  { above: 0, upTo: SMALL, minutes: 5, memoryMb: 128 },
  { above: SMALL, upTo: MAX_UPLOAD, minutes: 120, memoryMb: 256 },
];
type Lane = (typeof LANES)[number];

/**
 * Imports the uploaded files on this machine. Each import runs in its own thread, so a small file
 * never waits for a large one. An import left unfinished by a stopped process starts over and
 * recognizes rows it has already written.
 */
@Injectable()
export class ImportQueueService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportQueueService.name);
  private readonly lanes = LANES.map(
    (lane) =>
      new PeriodicTask(() => this.importAll(lane), {
        everyMs: POLL_MS,
        runsAtStart: true,
        logger: quietWhileAway(this.logger),
        failure: 'Could not look for imports.',
      }),
  );
  private readonly sweeping = new PeriodicTask(() => this.sweep(), {
    everyMs: SWEEP_MS,
    runsAtStart: true,
    logger: quietWhileAway(this.logger),
    failure: 'Could not remove leftover upload files.',
  });
  private readonly threads = new Map<string, ImportThread>();
  private isStopping = false;

  constructor(
    private readonly environment: Environment,
    private readonly imports: ImportsRepository,
    private readonly leases: ImportLeasesService,
    private readonly undo: ImportUndoService,
    private readonly folder: UploadFolder,
    private readonly version: DirectoryVersion,
  ) {}

  onApplicationBootstrap(): void {
    for (const lane of this.lanes) lane.start();
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const stopping = [...this.threads.values(), ...this.lanes, this.sweeping];
    await Promise.all(stopping.map((each) => each.stop()));
  }

  /** Starts the next import in each idle lane. */
  wake(): void {
    for (const lane of this.lanes) void lane.run();
  }

  /** Stops a cancelled import and removes its file. */
  async drop(id: string): Promise<void> {
    await this.threads.get(id)?.stop();
    await this.folder.remove(id);
  }

  private async importAll(lane: Lane): Promise<void> {
    while (!this.isStopping) {
      const ids = await this.folder.ids();
      const leased = ids.length > 0 ? await this.imports.lease(ids, lane) : undefined;
      if (!leased) return;
      await this.importOne(leased, lane);
      if ((await this.imports.pendingAmong([leased.id])).size === 0) {
        await this.folder.remove(leased.id);
      }
    }
  }

  private async importOne(leased: LeasedImport, lane: Lane): Promise<void> {
    if (leased.attempts > MAX_ATTEMPTS) return this.leases.end(leased, 'failed', STOPPED_TOO_OFTEN);
    const { DATA_DIR, DATABASE_URL } = this.environment;
    const { id } = leased;
    const environment = { DATA_DIR, DATABASE_URL };
    const task = { ...leased, path: this.folder.pathOf(id), environment };
    const thread = new ImportThread(task, lane);
    this.threads.set(id, thread);
    const renewing = this.leases.keep(
      leased,
      RENEW_MS,
      () => thread.record,
      () => thread.stop(),
    );
    const outcome = await thread.outcome;
    // A renewal still in progress would overwrite the final progress.
    await renewing.stop();
    this.threads.delete(id);
    // Must run before the import is reported as finished. While an import runs, the version is
    // polled anyway.
    this.version.moved();
    await this.leases.record(leased, thread.record);
    await this.conclude(leased, outcome);
  }

  private async conclude(leased: LeasedImport, outcome: ImportOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'finished':
        return this.leases.end(leased, 'finished');
      case 'refused':
        return this.leases.end(leased, 'failed', outcome.sentence);
      case 'failed':
        this.logger.error(`The import ${leased.id} failed.`, outcome.error);
        return this.leases.end(leased, 'failed', FAILED);
      case 'stopped':
        return this.leases.end(leased, 'waiting');
      case 'databaseAway':
      // The import restarts when its lease expires.
    }
  }

  private async sweep(): Promise<void> {
    await this.folder.sweep((ids) => this.imports.pendingAmong(ids));
    await this.leases.failExpired();
    await this.leases.failAbandoned(await this.folder.ids());
    await this.undo.forgetChanges();
  }
}

const STOPPED_TOO_OFTEN = `The import was started ${MAX_ATTEMPTS} times, but the server or its database stopped each time before it finished. Upload the file again.`;
const FAILED = 'The import failed because of an internal error. See the server log for details.';
