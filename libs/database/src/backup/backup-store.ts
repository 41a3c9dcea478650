import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { S3mini } from 's3mini';
import { BackupError } from './contents.js';

/** Timeout of a request, in milliseconds. A request uploads at most one part of 8 MB. */
const REQUEST_TIMEOUT = 120_000;

/** Backups in an S3-compatible store, all below one prefix of a bucket. */
export class BackupStore {
  private readonly s3: S3mini;
  /** Empty, or ends with a slash. */
  private readonly prefix: string;
  /** Store without its credentials, for messages. */
  private readonly place: string;

  /**
   * @param address BACKUP_URL
   * @param signal aborts uploads
   */
  constructor(address: string, signal: AbortSignal) {
    const url = new URL(address);
    const [, bucket, ...folders] = url.pathname.split('/');
    this.prefix = folders
      .filter(Boolean)
      .map((folder) => `${decodeURIComponent(folder)}/`)
      .join('');
    this.place = `${url.host}/${bucket}/${this.prefix}`;
    this.s3 = new S3mini({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      endpoint: `${url.origin}/${bucket}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      requestAbortTimeout: REQUEST_TIMEOUT,
      // An interruption must not abort the DELETE that removes the parts of an upload.
      fetch: (input, init) =>
        fetch(
          input,
          init?.method === 'DELETE'
            ? init
            : { ...init, signal: AbortSignal.any([init!.signal!, signal]) },
        ),
    });
  }

  /**
   * Uploads a file in parts of 8 MB, of which at most four are in memory.
   *
   * @returns the place of the copy
   * @throws BackupError if the store refuses it or does not hold all of it
   */
  async upload(path: string): Promise<string> {
    const name = basename(path);
    const file = await openAsBlob(path);
    await this.orExplain(`${path} is complete but could not be uploaded`, async () => {
      await this.s3.putAnyObject(this.prefix + name, file, 'application/gzip');
      const size = await this.s3.getContentLength(this.prefix + name);
      if (size !== file.size) throw new Error(`it holds ${size} of ${file.size} bytes`);
    });
    return this.place + name;
  }

  /** Returns the names of all files directly below the prefix. */
  async names(): Promise<string[]> {
    const objects = await this.orExplain('Could not list the backups', () =>
      this.s3.listObjects('/', this.prefix),
    );
    return (objects ?? []).map(({ Key }) => Key.slice(this.prefix.length));
  }

  async delete(name: string): Promise<void> {
    await this.orExplain(`Could not delete the old backup ${name}`, () =>
      this.s3.deleteObject(this.prefix + name),
    );
  }

  private async orExplain<T>(failure: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new BackupError(`${failure} (${this.place}): ${(error as Error).message}.`);
    }
  }
}
