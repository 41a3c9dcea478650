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
import { type ImportOutcome, ImportThread } from './import-thread.js';
import { type ClaimedImport, ImportsService } from './imports.service.js';
import { UploadFolder } from './upload-folder.js';

const POLL_MS = 2_000;
const RENEW_MS = 1_000;
const SWEEP_MS = 60_000;
/** How often an import is begun whose process or database stops before its end. */
const MAX_ATTEMPTS = 3;

/**
 * Does the imports whose files are here, one after the other, each in a thread of its own. One that
 * a process left unfinished, however it ended, is done again from its beginning: what is in the
 * directory already is recognised.
 */
@Injectable()
export class ImportQueueService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportQueueService.name);
  private readonly task = new PeriodicTask(() => this.importAll(), {
    everyMs: POLL_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(this.logger),
    failure: 'Imports cannot be looked for.',
  });
  private readonly sweeping = new PeriodicTask(() => this.sweep(), {
    everyMs: SWEEP_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(this.logger),
    failure: 'Files of former uploads cannot be removed.',
  });
  private current: { id: string; thread: ImportThread } | undefined;
  private isStopping = false;

  constructor(
    private readonly environment: Environment,
    private readonly imports: ImportsService,
    private readonly folder: UploadFolder,
    private readonly version: DirectoryVersion,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.current?.thread.stop(), this.task.stop(), this.sweeping.stop()]);
  }

  /** Looks for something to do, unless there is something being done. */
  wake(): void {
    void this.task.run();
  }

  /** Stops an import that was cancelled, and removes its file. */
  async drop(id: string): Promise<void> {
    if (this.current?.id === id) await this.current.thread.stop();
    await this.folder.remove(id);
  }

  private async importAll(): Promise<void> {
    while (!this.isStopping) {
      const ids = await this.folder.ids();
      const claimed = ids.length > 0 ? await this.imports.claim(ids) : undefined;
      if (!claimed) return;
      await this.importOne(claimed);
      if ((await this.imports.pendingAmong([claimed.id])).size === 0) {
        await this.folder.remove(claimed.id);
      }
    }
  }

  private async importOne(claimed: ClaimedImport): Promise<void> {
    if (claimed.attempts > MAX_ATTEMPTS) return this.imports.fail(claimed, STOPPED_TOO_OFTEN);
    const { DATA_DIR, DATABASE_URL } = this.environment;
    const { id, dryRun, source, complete, maxMissing, mapping, sheet } = claimed;
    const thread = new ImportThread({
      path: this.folder.pathOf(id),
      ...{ id, dryRun, source, complete, maxMissing, mapping, sheet },
      environment: { DATA_DIR, DATABASE_URL },
    });
    this.current = { id: claimed.id, thread };
    const renewing = new PeriodicTask(() => this.renew(claimed, thread), {
      everyMs: RENEW_MS,
      logger: quietWhileAway(this.logger),
      failure: `The claim on the import ${claimed.id} cannot be renewed.`,
    });
    renewing.start();
    const outcome = await thread.outcome;
    // One that is under way would write down how far it was, after the end.
    await renewing.stop();
    this.current = undefined;
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
