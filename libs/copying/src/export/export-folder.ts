import { mkdir, open, readdir, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { shortEpoch } from '../position.js';
import { type ExportFile, originKey, readName } from './export-file.js';

/** The present one, and the one before for those who are still fetching it part by part. */
const KEPT = 2;
/** The name of a file that is being made, or of the changes that came meanwhile. */
const PART = /\.part$/;

/** Where exports are, for all processes that share the data folder. What is there is all they know. */
export class ExportFolder {
  readonly path: string;

  constructor(
    dataDir: string,
    private readonly origin: string,
  ) {
    this.path = join(dataDir, 'exports');
  }

  /** Those with this origin in their addresses, the latest first. */
  async files(): Promise<ExportFile[]> {
    const key = originKey(this.origin);
    return (await this.names())
      .flatMap((name) => readName(name) ?? [])
      .filter(({ origin }) => origin === key)
      .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime());
  }

  /** Whether there is a file of this version. */
  async has({ epoch, version }: Pick<ExportFile, 'epoch' | 'version'>): Promise<boolean> {
    return (await this.files()).some(
      (file) => file.epoch === shortEpoch(epoch) && file.version === version,
    );
  }

  /** @throws with `code` ENOENT when it was removed meanwhile */
  open({ name }: ExportFile): Promise<FileHandle> {
    return open(join(this.path, name), 'r');
  }

  /** The path of a file to be made. */
  part(name: string): string {
    return join(this.path, `${name}.part`);
  }

  async make(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  /**
   * Removes what a process left that was killed while it made a file. To be called by the only one
   * who makes one.
   */
  async removeParts(): Promise<void> {
    for (const name of await this.names()) if (PART.test(name)) await this.remove(name);
  }

  /** Removes all exports but the last ones of an epoch. */
  async removeFormer(epoch: string): Promise<void> {
    const kept = (await this.files()).filter((file) => file.epoch === epoch).slice(0, KEPT);
    for (const name of await this.names()) {
      if (readName(name) && !kept.some((file) => file.name === name)) await this.remove(name);
    }
  }

  private async names(): Promise<string[]> {
    return readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  private async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { force: true });
  }
}
