import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { type ApiError, tryAgainIn } from '#libs/http/src/errors/api-error.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { shortEpoch } from '../position.js';
import type { ExportFile, ExportFormat } from './export-file.js';
import { ExportFolder } from './export-folder.js';
import { type ExportOutcome, ExportThread } from './export-thread.js';

/** Maximum time that a request waits for the file of the current version, in milliseconds. */
const MAX_WAIT_MS = 5_000;
/** Milliseconds between two checks for a file that another process is writing. */
const LOOK_EVERY = 100;
/**
 * Pause after an export, as a multiple of its duration. Exports therefore take at most a tenth of
 * the time.
 */
const REST = 9;
/** Pause after a failed export, in milliseconds. */
const REST_AFTER_FAILURE = 30_000;

/** Open export file. */
export interface OpenExport {
  file: ExportFile;
  handle: FileHandle;
  /** True if a stream will close the handle. Otherwise the caller must close it. */
  isBeingRead: boolean;
  /** Size in bytes. */
  size: number;
}

/** Serves the latest export, and starts a new one on request if the directory has changed. */
@Injectable()
export class ExportsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ExportsService.name);
  private readonly folder: ExportFolder;
  private thread: ExportThread | undefined;
  /** Exports being written or waiting for another format, at most one per format. */
  private readonly making = new Map<ExportFormat, Promise<ExportOutcome>>();
  private failure: { outcome: ExportOutcome; at: Date } | undefined;
  private isEnding = false;
  private readonly outcomes: Counter<'outcome'>;

  constructor(
    private readonly environment: Environment,
    private readonly directory: DirectoryRepository,
    private readonly clock: Clock,
    { registry }: Metrics,
  ) {
    this.outcomes = new Counter({
      name: 'exports_total',
      help: 'Exports started, by outcome. "elsewhere" means that another process was writing one.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.folder = new ExportFolder(environment.DATA_DIR, environment.PUBLIC_URL);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await this.thread?.stop();
  }

  /**
   * Opens the export of the current version in a format. While that one is being written, or may not be written
   * yet, opens the latest one.
   *
   * @param etag ETag of a file that the caller has a part of; that file is preferred while it is
   * kept
   * @throws ApiError `unavailable` if there is no export yet
   */
  async open(format: ExportFormat, etag: string | undefined): Promise<OpenExport> {
    const file = await this.find(format, etag);
    try {
      const handle = await this.folder.open(file);
      return { file, handle, isBeingRead: false, size: (await handle.stat()).size };
    } catch (error) {
      // A newer export replaced it just now.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return this.open(format, undefined);
      throw error;
    }
  }

  private async find(format: ExportFormat, etag: string | undefined): Promise<ExportFile> {
    const { version, epoch } = await this.directory.current();
    const files = async () =>
      (await this.folder.files(format)).filter((file) => file.epoch === shortEpoch(epoch));
    const isPresent = (file: ExportFile) => BigInt(file.version) >= BigInt(version);

    const kept = await files();
    const resumed = kept.find((file) => file.etag === etag);
    if (resumed) return resumed;
    const [latest] = kept;
    if (latest && (isPresent(latest) || this.rests(latest.createdAt, REST * latest.durationMs)))
      return latest;
    let isOver = false;
    void this.make(format).then(({ kind }) => (isOver = kind !== 'elsewhere'));
    const end = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const isLastLook = isOver || performance.now() >= end;
      const [last] = await files();
      if (last && (isLastLook || isPresent(last))) return last;
      if (isLastLook) throw this.none();
      await delay(LOOK_EVERY);
    }
  }

  /**
   * Reports whether less than the given time has passed. A clock that was set back ends the pause,
   * too.
   */
  private rests(since: Date, during: number): boolean {
    const passed = this.clock.now().getTime() - since.getTime();
    return passed >= 0 && passed < during;
  }

  /** Starts an export, after those of other formats, unless one is pending. */
  private make(format: ExportFormat): Promise<ExportOutcome> {
    const pending = this.making.get(format);
    if (pending) return pending;
    const outcome = Promise.all(this.making.values())
      .then(() => this.makeNow(format))
      .finally(() => this.making.delete(format));
    this.making.set(format, outcome);
    return outcome;
  }

  /** Writes an export, unless one has just failed. */
  private async makeNow(format: ExportFormat): Promise<ExportOutcome> {
    if (this.failure && this.rests(this.failure.at, REST_AFTER_FAILURE)) {
      return this.failure.outcome;
    }
    this.thread = new ExportThread(this.environment, format);
    const outcome = await this.thread.outcome;
    this.thread = undefined;
    this.outcomes.inc({ outcome: outcome.kind });
    this.failure = 'sentence' in outcome ? { outcome, at: this.clock.now() } : undefined;
    if (this.isEnding || !('sentence' in outcome)) return outcome;
    const reason = `Could not write the export: ${outcome.sentence}`;
    if (outcome.kind === 'failed') this.logger.error(reason);
    else this.logger.warn(reason);
    return outcome;
  }

  private none(): ApiError {
    const isDiskFull = this.failure?.outcome.kind === 'diskFull';
    return tryAgainIn(30, 'unavailable', isDiskFull ? DISK_FULL : IN_PROGRESS);
  }
}

const DISK_FULL = 'The server is out of disk space for the export. Try again later.';
const IN_PROGRESS =
  'The export is being written. The first one can take a few minutes. Try again shortly.';
