import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { constants, gunzipSync, gzipSync } from 'node:zlib';

/** Lines that are compressed together: one member of a gzip file (RFC 1952, section 2.2). */
export interface Member {
  offset: number;
  length: number;
  /** The id of its last line. */
  lastId: string;
}

export interface Line {
  id: string;
  text: string;
}

/** Lines of one member, some 600 kB. */
const LINES = 500;
/** A level higher takes a third longer, for 3% fewer bytes. */
const LEVEL = 4;

/**
 * A gzip file of lines in the order of their ids. It has members, so that those that change can be
 * replaced. (All of it is synchronous: it is for a thread of its own.)
 */
export class MemberFile {
  readonly members: Member[] = [];
  private readonly file: number;
  private readonly hash = createHash('sha256');
  private lines: Line[] = [];
  private size = 0;

  constructor(readonly path: string) {
    this.file = openSync(path, 'wx+', 0o600);
  }

  add(line: Line): void {
    if (this.lines.push(line) === LINES) this.flush();
  }

  /** Takes over a member of another file as it is. */
  copy(from: MemberFile, member: Member): void {
    this.flush();
    this.write(from.bytes(member), member.lastId);
  }

  /** The lines of a member, without their ends. */
  linesOf(member: Member): string[] {
    return gunzipSync(this.bytes(member)).toString().split('\n').slice(0, -1);
  }

  /** Everything is on the disk then. */
  finish(): { digest: string } {
    this.flush();
    // Nothing at all would be no gzip file.
    if (this.size === 0) this.write(gzipSync(''), '');
    fdatasyncSync(this.file);
    return { digest: this.hash.digest('hex') };
  }

  /** Writes what has been added, after which `members` has it. */
  flush(): void {
    if (this.lines.length === 0) return;
    const text = this.lines.map((line) => `${line.text}\n`).join('');
    const bytes = gzipSync(text, { level: LEVEL, strategy: constants.Z_DEFAULT_STRATEGY });
    this.write(bytes, this.lines.at(-1)!.id);
    this.lines = [];
  }

  close(): void {
    closeSync(this.file);
  }

  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  private write(bytes: Buffer, lastId: string): void {
    writeAll(this.file, bytes, this.size);
    this.hash.update(bytes);
    this.members.push({ offset: this.size, length: bytes.length, lastId });
    this.size += bytes.length;
  }

  private bytes({ offset, length }: Member): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.file, bytes, 0, length, offset);
    return bytes;
  }
}

/** A write may do less than it was asked for, as on a disk that is nearly full. */
export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
