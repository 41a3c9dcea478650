import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unit in which the disk is filled. The last write is partial. */
const CHUNK = Buffer.alloc(1024 ** 2);

/** A separate in-memory file system of a given size in megabytes. */
export class Disk {
  readonly path = mkdtempSync(join(tmpdir(), 'disk-'));

  constructor(megabytes: number) {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.path);
  }

  async fill(): Promise<void> {
    const file = await open(this.filler, 'w');
    try {
      for (;;) await file.write(CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  async makeRoom(): Promise<void> {
    await rm(this.filler);
  }

  makeReadOnly(): void {
    mount('-o', 'remount,ro', this.path);
  }

  remove(): void {
    execFileSync('umount', [this.path], { stdio: 'ignore' });
    rmdirSync(this.path);
  }

  private get filler(): string {
    return join(this.path, 'filler');
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}

/** Runs a suite if file systems can be mounted. Otherwise skips it with a message. */
export function describeWithDisk(name: string, suite: () => void): void {
  try {
    new Disk(1).remove();
  } catch {
    console.warn(`Skipped: ${name} (this user cannot mount a file system).`);
    return describe.skip(name, suite);
  }
  describe(name, suite);
}
