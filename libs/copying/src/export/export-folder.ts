import { open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#libs/config/src/data-dir.js';
import {
  type ExportFile,
  type ExportFormat,
  type Facts,
  nameOf,
  originKey,
  readName,
} from './export-file.js';

/**
 * Number of files kept per format: the current one, and the previous one for clients that still download it in
 * parts.
 */
const KEPT = 2;
/** Suffix of temporary files: an export being written or the changes collected for it. */
const PART = /\.part$/;

/**
 * Export files on disk, shared by all processes that use the data folder. Processes keep no other
 * state about exports.
 */
export class ExportFolder {
  readonly path: string;
  private readonly origin: string;

  constructor(dataDir: string, origin: string) {
    this.path = join(dataDir, 'exports');
    this.origin = originKey(origin);
  }

  /** Returns the files of a format whose URLs have this origin, newest first. */
  async files(format: ExportFormat): Promise<ExportFile[]> {
    return (await this.names())
      .flatMap((name) => readName(name) ?? [])
      .filter((file) => file.origin === this.origin && file.format === format)
      .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime());
  }

  /** Reports whether a file of this version exists. */
  async has({
    format,
    epoch,
    version,
  }: Pick<ExportFile, 'format' | 'epoch' | 'version'>): Promise<boolean> {
    const files = await this.files(format);
    return files.some((file) => file.epoch === epoch && file.version === version);
  }

  /** @throws an error with `code` ENOENT if the file was removed in the meantime */
  open({ name }: ExportFile): Promise<FileHandle> {
    return open(join(this.path, name), 'r');
  }

  /** Returns the path of a temporary file. */
  part(name: string): string {
    return join(this.path, `${name}.part`);
  }

  /** Turns a finished temporary file into an export, and removes former ones. */
  async add(part: string, facts: Omit<Facts, 'createdAt' | 'origin'>): Promise<void> {
    const name = nameOf({ ...facts, origin: this.origin, createdAt: new Date() });
    await rename(part, join(this.path, name));
    await this.removeFormer(facts);
  }

  async make(): Promise<void> {
    await makeFolder(this.path);
  }

  /** Removes temporary files. Call it only while holding the export lock. */
  async removeParts(): Promise<void> {
    for (const name of await this.names()) if (PART.test(name)) await this.remove(name);
  }

  /** Removes all exports of a format except the most recent ones of an epoch. */
  async removeFormer({ format, epoch }: Pick<ExportFile, 'format' | 'epoch'>): Promise<void> {
    const files = await this.files(format);
    const kept = files.filter((file) => file.epoch === epoch).slice(0, KEPT);
    for (const name of await this.names()) {
      const isFormer = !kept.some((file) => file.name === name);
      if (readName(name)?.format === format && isFormer) await this.remove(name);
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
