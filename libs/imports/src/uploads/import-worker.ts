import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { runImport } from '../run-import.js';
import { ImportRefusedError } from '../source/import-refused.error.js';
import { openSource } from '../source/open-source.js';
import { DirectoryWriter } from '../writing/directory-writer.js';
import { type ClaimedImport, ImportLog } from './import-log.js';
import { ImportProgress } from './import-progress.js';
import { UploadFolder } from './upload-folder.js';

const POLL_MS = 2_000;
const PROGRESS_MS = 1_000;

/**
 * Does the imports whose files are here, one after the other. One that a process left unfinished,
 * however it ended, is done again from its beginning: what is in the directory already is
 * recognised.
 */
@Injectable()
export class ImportWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportWorker.name);
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: ImportLog,
    private readonly folder: UploadFolder,
    private readonly version: DirectoryVersion,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.work;
  }

  /** Looks for something to do, unless there is something being done. */
  wake(): void {
    this.work ??= this.doAll()
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => (this.work = undefined));
  }

  private async doAll(): Promise<void> {
    while (!this.stop.signal.aborted) {
      const ids = await this.folder.ids();
      const claimed = ids.length > 0 ? await this.log.claim(ids) : undefined;
      if (!claimed) return;
      await this.doOne(claimed);
    }
  }

  private async doOne(claimed: ClaimedImport): Promise<void> {
    try {
      await this.import(claimed);
    } catch (error) {
      if (!(error instanceof ImportRefusedError)) {
        // The next look tries again: the database may have been away.
        await this.log.release(claimed);
        throw error;
      }
      await this.log.fail(claimed, error.message);
    }
    if (!this.stop.signal.aborted) await this.folder.remove(claimed.id);
  }

  private async import(claimed: ClaimedImport): Promise<void> {
    const source = await openSource(this.folder.pathOf(claimed.id));
    const progress = new ImportProgress(source);
    const writer = new DirectoryWriter(this.database, this.clock, claimed.dryRun);
    let told = performance.now();
    await runImport(source, writer, this.stop.signal, async (row) => {
      progress.add(row);
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      await this.log.progress(claimed, progress.record);
    });
    // Before anybody is told that it is finished; while it goes on, the version is asked for anew anyway.
    this.version.moved();
    if (this.stop.signal.aborted) await this.log.release(claimed);
    else await this.log.finish(claimed, progress.record);
  }
}
