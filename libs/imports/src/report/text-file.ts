import { type FileHandle, open, rm } from 'node:fs/promises';

const BUFFERED = 64 * 1024;

/** A text file written from its beginning to its end, in pieces of a sensible size. */
export class TextFile {
  private buffer = '';

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Makes the file, or empties it. */
  static async create(path: string): Promise<TextFile> {
    return new TextFile(path, await open(path, 'w'));
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFERED) await this.flush();
  }

  async close(): Promise<void> {
    await this.flush();
    await this.handle.close();
  }

  async remove(): Promise<void> {
    await this.handle.close();
    await rm(this.path, { force: true });
  }

  private async flush(): Promise<void> {
    await this.handle.writeFile(this.buffer);
    this.buffer = '';
  }
}
