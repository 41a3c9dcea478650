import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Lines that are compressed together and independently of other segments. */
export interface Segment {
  offset: number;
  length: number;
  /** Id of the last line. */
  lastId: string;
}

export interface Line {
  id: string;
  text: string;
}

/** Lines in one segment, about 600 kB. */
const LINES = 500;
/** Compression level. The next level takes a third longer and saves only 3%. */
const LEVEL = 4;

/** Header (RFC 1952, section 2.3): deflate, no file name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Final empty block (RFC 1951, section 3.2.3). */
const END = Buffer.from([3, 0]);

/**
 * Gzip file of lines ordered by id, in segments that can be copied to another file. The file has a
 * single gzip member, because browsers and other clients read only the first of several, which RFC
 * 1952 would allow. Every segment ends with a full flush, so the next one starts at a byte boundary
 * and refers to nothing before it. All methods are synchronous and meant for a worker thread.
 */
export class GzipFile {
  readonly segments: Segment[] = [];
  private readonly file: number;
  private readonly hash = createHash('sha256');
  private lines: Line[] = [];
  private size = 0;
  /** CRC-32 of the text. Written to the trailer with the length (RFC 1952, section 2.3.1). */
  private crc = 0;
  private length = 0;

  constructor(readonly path: string) {
    this.file = openSync(path, 'wx+', 0o600);
    this.write(HEADER);
  }

  add(line: Line): void {
    if (this.lines.push(line) === LINES) this.flush();
  }

  /** Copies a compressed segment of another file. */
  copy(from: GzipFile, segment: Segment): void {
    this.flush();
    this.addSegment(from.bytesOf(segment), from.textOf(segment), segment.lastId);
  }

  /** Returns the lines of a segment, without line endings. */
  linesOf(segment: Segment): string[] {
    return this.textOf(segment).toString().split('\n').slice(0, -1);
  }

  /** Compresses the lines added so far and appends them to `segments`. */
  flush(): void {
    if (this.lines.length === 0) return;
    const text = Buffer.from(this.lines.map((line) => `${line.text}\n`).join(''));
    const bytes = deflateRawSync(text, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
    this.addSegment(bytes, text, this.lines.at(-1)!.id);
    this.lines = [];
  }

  /**
   * Writes the trailer and syncs the file to disk.
   *
   * @returns the SHA-256 of the file in hexadecimal
   */
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
    // A segment has no final block.
    return inflateRawSync(this.bytesOf(segment), { finishFlush: constants.Z_SYNC_FLUSH });
  }
}

/** Writes all bytes. A single write may be partial, for example on a disk that is nearly full. */
export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  }
}
