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
import { type ImportLimits, type ImportOutcome, ImportThread } from './import-thread.js';
import { type ClaimedImport, ImportsService, type SizeRange } from './imports.service.js';
import { MAX_UPLOAD, UploadFolder } from './upload-folder.js';

const POLL_MS = 2_000;
const RENEW_MS = 1_000;
const SWEEP_MS = 60_000;
/** How often an import is started when its process or database stops before its end. */
const MAX_ATTEMPTS = 3;
/** Bytes of a small file. */
const SMALL = 1024 ** 2;

/** Files of a lane are imported one after the other, oldest first; lanes do not wait for each other. */
const LANES: readonly (SizeRange & ImportLimits)[] = [
  { above: 0, upTo: SMALL, minutes: 5, memoryMb: 128 },
  { above: SMALL, upTo: MAX_UPLOAD, minutes: 120, memoryMb: 256 },
];
type Lane = (typeof LANES)[number];

/**
 * Imports the uploaded files of this machine, each in a thread of its own, so that a small file never
 * waits for a large one. An import that a process left unfinished starts over: rows that are in the
 * directory already are recognized.
 */
@Injectable()
export class ImportQueueService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportQueueService.name);
  private readonly lanes = LANES.map(
    (lane) =>
      new PeriodicTask(() => this.importAll(lane), {
        everyMs: POLL_MS,
        firstAfterMs: 0,
        logger: quietWhileAway(this.logger),
        failure: 'Could not look for imports.',
      }),
  );
  private readonly sweeping = new PeriodicTask(() => this.sweep(), {
    everyMs: SWEEP_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(this.logger),
    failure: 'Files of former uploads cannot be removed.',
  });
  private readonly threads = new Map<string, ImportThread>();
  private isStopping = false;

  constructor(
    private readonly environment: Environment,
    private readonly imports: ImportsService,
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

  /** Looks for an import in each lane that has none running. */
  wake(): void {
    for (const lane of this.lanes) void lane.run();
  }

  /** Stops an import that was cancelled, and removes its file. */
  async drop(id: string): Promise<void> {
    await this.threads.get(id)?.stop();
    await this.folder.remove(id);
  }

  private async importAll(lane: Lane): Promise<void> {
    while (!this.isStopping) {
      const ids = await this.folder.ids();
      const claimed = ids.length > 0 ? await this.imports.claim(ids, lane) : undefined;
      if (!claimed) return;
      await this.importOne(claimed, lane);
      if ((await this.imports.pendingAmong([claimed.id])).size === 0) {
        await this.folder.remove(claimed.id);
      }
    }
  }

  private async importOne(claimed: ClaimedImport, lane: Lane): Promise<void> {
    if (claimed.attempts > MAX_ATTEMPTS) return this.imports.fail(claimed, STOPPED_TOO_OFTEN);
    const { DATA_DIR, DATABASE_URL } = this.environment;
    const { id, dryRun, source, complete, maxMissing, mapping, sheet } = claimed;
    const thread = new ImportThread(
      {
        path: this.folder.pathOf(id),
        ...{ id, dryRun, source, complete, maxMissing, mapping, sheet },
        environment: { DATA_DIR, DATABASE_URL },
      },
      lane,
    );
    this.threads.set(id, thread);
    const renewing = new PeriodicTask(() => this.renew(claimed, thread), {
      everyMs: RENEW_MS,
      logger: quietWhileAway(this.logger),
      failure: `The claim on the import ${claimed.id} cannot be renewed.`,
    });
    renewing.start();
    const outcome = await thread.outcome;
    // One that is under way would write down how far it was, after the end.
    await renewing.stop();
    this.threads.delete(id);
    // Before anybody is told that it is finished; while it goes on, the version is asked for anew anyway.
    this.version.moved();
    await this.imports.record(claimed, thread.record);
    await this.conclude(claimed, outcome);
  }

  private async renew(claimed: ClaimedImport, thread: ImportThread): Promise<void> {
    if (!(await this.imports.renew(claimed, thread.record))) await thread.stop();
  }

  private async conclude(claimed: ClaimedImport, outcome: ImportOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'finished':
        return this.imports.finish(claimed);
      case 'refused':
        return this.imports.fail(claimed, outcome.sentence);
      case 'failed':
        this.logger.error(`The import ${claimed.id} failed.`, outcome.error);
        return this.imports.fail(claimed, FAILED);
      case 'stopped':
        return this.imports.release(claimed);
      case 'databaseAway':
      // It is begun again when the claim has ended.
    }
  }

  private async sweep(): Promise<void> {
    await this.folder.sweep((ids) => this.imports.pendingAmong(ids));
    await this.imports.failBroken();
    await this.imports.forgetChanges();
  }
}

const STOPPED_TOO_OFTEN = `It was begun ${MAX_ATTEMPTS} times, and each time the server or its database stopped before the end. Send it again.`;
const FAILED = 'It could not be imported because of a fault of ours, which is in the log.';
