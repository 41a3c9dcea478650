import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Lines that are compressed together, apart from those before and after them. */
export interface Segment {
  offset: number;
  length: number;
  /** The id of its last line. */
  lastId: string;
}

export interface Line {
  id: string;
  text: string;
}

/** Lines of one segment, some 600 kB. */
const LINES = 500;
/** The next level takes a third longer, for some 3% fewer bytes. */
const LEVEL = 4;

/** RFC 1952, section 2.3: deflate, no file name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951, section 3.2.3: a last block with nothing in it. */
const END = Buffer.from([3, 0]);

/**
 * A gzip file of lines in the order of their ids, in segments that can be taken over into another. It
 * is one member: of several, which RFC 1952 allows, browsers and others read the first alone. A
 * segment ends with a full flush, so the next refers to nothing in it and begins with a whole byte.
 * (All of it is synchronous: it is for a thread of its own.)
 */
export class GzipFile {
  readonly segments: Segment[] = [];
  private readonly file: number;
  private readonly hash = createHash('sha256');
  private lines: Line[] = [];
  private size = 0;
  /** The CRC-32 of the text, which the end of the file tells with its length (RFC 1952, 2.3.1). */
  private crc = 0;
  private length = 0;

  constructor(readonly path: string) {
    this.file = openSync(path, 'wx+', 0o600);
    this.write(HEADER);
  }

  add(line: Line): void {
    if (this.lines.push(line) === LINES) this.flush();
  }

  /** Takes over a segment of another file as it is. */
  copy(from: GzipFile, segment: Segment): void {
    this.flush();
    this.addSegment(from.bytesOf(segment), from.textOf(segment), segment.lastId);
  }

  /** The lines of a segment, without their ends. */
  linesOf(segment: Segment): string[] {
    return this.textOf(segment).toString().split('\n').slice(0, -1);
  }

  /** Compresses what has been added, after which `segments` has it. */
  flush(): void {
    if (this.lines.length === 0) return;
    const text = Buffer.from(this.lines.map((line) => `${line.text}\n`).join(''));
    const bytes = deflateRawSync(text, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
    this.addSegment(bytes, text, this.lines.at(-1)!.id);
    this.lines = [];
  }

  /** Everything is on the disk then. */
  finish(): { digest: string } {
    this.flush();
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.crc, 0);
    trailer.writeUInt32LE(this.length % 2 ** 32, 4);
    this.write(Buffer.concat([END, trailer]));
    fdatasyncSync(this.file);
    return { digest: this.hash.digest('hex') };
  }

  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }

  private addSegment(bytes: Buffer, text: Buffer, lastId: string): void {
    this.segments.push({ offset: this.size, length: bytes.length, lastId });
    this.write(bytes);
    this.crc = crc32(text, this.crc);
    this.length += text.length;
  }

  private write(bytes: Buffer): void {
    writeAll(this.file, bytes, this.size);
    this.hash.update(bytes);
    this.size += bytes.length;
  }

  private bytesOf({ offset, length }: Segment): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.file, bytes, 0, length, offset);
    return bytes;
  }

  private textOf(segment: Segment): Buffer {
    // It has no end of its own.
    return inflateRawSync(this.bytesOf(segment), { finishFlush: constants.Z_SYNC_FLUSH });
  }
}

/** A write may do less than it was asked for, as on a disk that is nearly full. */
export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
