import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { Database } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { OutgoingError } from '#libs/outgoing/src/outgoing-requests.js';
import { ImportsService } from '../../uploads/imports.service.js';
import { UploadFolder } from '../../uploads/upload-folder.js';
import { type DownloadedFile, FileDownloader } from './file-downloader.js';
import { type LeasedFetch, SourceFetchesRepository } from './source-fetches.repository.js';

const POLL_MS = 5_000;
const MAX_MINUTES = 10;
/** Duration of a lease in seconds, which is not renewed. */
const LEASE_SECONDS = (MAX_MINUTES + 1) * 60;
/** The actor of fetches in the audit log and in the history of businesses. */
const SERVER = { operator: 'The server' };

/**
 * Fetches the files of sources with a URL when they are due, and queues their imports. Each file is
 * fetched by one process, one at a time in each.
 */
@Injectable()
export class SourceFetcherService extends BackgroundTask {
  constructor(
    private readonly database: Database,
    private readonly fetches: SourceFetchesRepository,
    private readonly downloader: FileDownloader,
    private readonly imports: ImportsService,
    private readonly folder: UploadFolder,
  ) {
    super({ everyMs: POLL_MS, failure: 'Could not look for sources to fetch.' });
  }

  /** Fetches all files that are due. */
  override async work(): Promise<void> {
    await this.fetches.settleImports();
    while (!this.stopping.signal.aborted) {
      const due = await this.fetches.leaseDue(LEASE_SECONDS);
      if (!due) return;
      await this.fetch(due);
    }
  }

  private async fetch(due: LeasedFetch): Promise<void> {
    const id = uuidv7();
    const signal = AbortSignal.any([
      AbortSignal.timeout(MAX_MINUTES * 60_000),
      this.stopping.signal,
    ]);
    let received: (Omit<DownloadedFile, 'content'> & { size: number }) | undefined;
    try {
      received = await this.receive(due, id, signal);
    } catch (error) {
      if (this.stopping.signal.aborted) return this.fetches.release(due);
      const { host } = new URL(due.url);
      const sentence = signal.aborted ? tooSlow(host) : sentenceFor(error, host);
      this.logger.warn(`Could not fetch the file of the source ${due.source}. ${sentence}`);
      await this.fetches.record(due, { result: 'failed', error: sentence });
      return;
    }
    if (!received) {
      await this.fetches.record(due, { result: 'unchanged' });
      return;
    }
    const { size, ...validators } = received;
    const isQueued = await this.database.$transaction(async (tx) => {
      const outcome = { result: 'importing', importId: id, ...validators } as const;
      if (!(await this.fetches.record(due, outcome, tx))) return false;
      const input = { id, size, dryRun: false, source: due.source };
      await this.imports.createIn(tx, input, SERVER);
      return true;
    });
    if (!isQueued) await this.folder.remove(id);
  }

  /** Saves the file for an import. Returns undefined if it has not changed. */
  private async receive(due: LeasedFetch, id: string, signal: AbortSignal) {
    await this.imports.refuseTooMany();
    const file = await this.downloader.download(due.url, due, signal);
    if (!file) return undefined;
    const { content, ...validators } = file;
    return { size: await this.folder.save(id, content), ...validators };
  }
}

function sentenceFor(error: unknown, host: string): string {
  if (error instanceof OutgoingError || error instanceof ApiError) return error.message;
  const { name, code = name } = error as NodeJS.ErrnoException;
  return `The download from ${host} failed (${code}).`;
}

const tooSlow = (host: string) =>
  `The download from ${host} took longer than ${MAX_MINUTES} minutes.`;
