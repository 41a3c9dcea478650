import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/** The largest file that is taken, in bytes. */
export const MAX_UPLOAD = 1024 ** 3;

/** Where files that were sent wait until they are imported: one file an import, named by its id. */
@Injectable()
export class UploadFolder {
  private readonly folder: string;

  constructor({ DATA_DIR }: Environment) {
    this.folder = join(DATA_DIR, 'imports');
  }

  pathOf(id: string): string {
    return join(this.folder, id);
  }

  /**
   * Writes what is being sent; nothing stays of what does not arrive whole.
   *
   * @returns its size in bytes
   * @throws ApiError `payload_too_large`
   */
  async save(id: string, content: Readable): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    let size = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length;
        const isTooLarge = size > MAX_UPLOAD;
        done(isTooLarge ? new ApiError('payload_too_large', TOO_LARGE) : null, chunk);
      },
    });
    try {
      await pipeline(content, counter, createWriteStream(this.pathOf(id), { mode: 0o600 }));
      return size;
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  /** The imports whose files are here. */
  async ids(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return (await readdir(this.folder)).filter((name) => isUUID(name));
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }
}

const TOO_LARGE = `The file is larger than ${MAX_UPLOAD} bytes.`;
