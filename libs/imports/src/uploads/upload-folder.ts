import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import { createWriteStream, existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Clock } from '#libs/config/src/clock.js';
import { makeFolder } from '#libs/config/src/data-dir.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/** Maximum upload size in bytes. */
export const MAX_UPLOAD = 1024 ** 3;

/** Suffix of files still being uploaded. */
const PART = '.part';
/**
 * Time in milliseconds without a write after which a file counts as abandoned. Uploads fail
 * after 30 s without a byte, and fetches after a minute.
 */
const ABANDONED_AFTER = 120_000;

/** Folder of uploaded files waiting for import. Each file is named by its import's id. */
@Injectable()
export class UploadFolder {
  private readonly folder: string;

  constructor(
    { DATA_DIR }: Environment,
    private readonly clock: Clock,
  ) {
    this.folder = join(DATA_DIR, 'imports');
  }

  pathOf(id: string): string {
    return join(this.folder, id);
  }

  /**
   * Saves an upload. Incomplete uploads are deleted.
   *
   * @returns its size in bytes
   * @throws ApiError `payload_too_large`, `invalid_body` if the file is empty, or `unavailable` if the
   * disk is full
   */
  async save(id: string, content: Readable): Promise<number> {
    await makeFolder(this.folder);
    const part = this.pathOf(id) + PART;
    let size = 0;
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > MAX_UPLOAD) throw new ApiError('payload_too_large', TOO_LARGE);
        yield chunk;
      }
    }
    try {
      await pipeline(content, counted, createWriteStream(part, { mode: 0o600 }));
      if (size === 0) throw new ApiError('invalid_body', 'The file is empty.');
      await rename(part, this.pathOf(id));
      return size;
    } catch (error) {
      await rm(part, { force: true });
      if (isDiskFull(error)) throw new ApiError('unavailable', DISK_FULL);
      throw error;
    }
  }

  /** Returns the ids of imports whose files are in the folder. */
  async ids(): Promise<string[]> {
    return (await this.names()).filter((name) => isUuid(name));
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /**
   * Removes files left by processes that stopped while receiving or importing them.
   *
   * @param pendingAmong returns the ids of unfinished imports
   */
  async sweep(pendingAmong: (ids: string[]) => Promise<Set<string>>): Promise<void> {
    const abandoned = [];
    for (const name of await this.names()) {
      const isOurs = isUuid(name.endsWith(PART) ? name.slice(0, -PART.length) : name);
      if (isOurs && (await this.isAbandoned(name))) abandoned.push(name);
    }
    const pending = await pendingAmong(abandoned.filter((name) => isUuid(name)));
    for (const name of abandoned.filter((each) => !pending.has(each))) await this.remove(name);
  }

  /** Leaves a missing folder alone: DATA_DIR may have been moved, and must not appear again empty. */
  private async names(): Promise<string[]> {
    return existsSync(this.folder) ? readdir(this.folder) : [];
  }

  private async isAbandoned(name: string): Promise<boolean> {
    const found = await stat(join(this.folder, name)).catch(() => undefined);
    return found !== undefined && this.clock.now() > new Date(found.mtimeMs + ABANDONED_AFTER);
  }
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}

const TOO_LARGE = `The file is larger than ${MAX_UPLOAD} bytes.`;
const DISK_FULL = 'The server has no disk space left for the file.';
