import { createHash } from 'node:crypto';
import { endOf, toCursor } from '../position.js';

/** Formats of exports, with the suffixes of their files. */
const SUFFIXES = { ndjson: 'ndjson.gz', parquet: 'parquet' } as const;

export type ExportFormat = keyof typeof SUFFIXES;

/** Export of the directory at one version. All of these facts are part of the file name. */
export interface ExportFile {
  name: string;
  format: ExportFormat;
  /** Epoch of its cursor (see `shortEpoch`). */
  epoch: string;
  /** Hash of the origin that its URLs contain. */
  origin: string;
  /** Directory version in decimal digits. */
  version: string;
  /** Time of the change that led to that version. */
  changedAt: Date;
  createdAt: Date;
  /** Time it took to write the file, in milliseconds. */
  durationMs: number;
  /** SHA-256 of the file in hexadecimal. */
  digest: string;
  /** Strong validator (RFC 9110, section 8.8.3). */
  etag: string;
  /** Cursor of the first change that is not in the file. */
  cursor: string;
}

/** Facts that the name of an export file states. */
export type Facts = Omit<ExportFile, 'name' | 'etag' | 'cursor'>;

/**
 * Format version. Increase it if the content of a line changes without a change of the directory.
 */
const FORMAT = 1;
const NAME =
  /^businesses-([\da-f]{8})-([\da-f]{8})-(\d+)-(\d+)-(\d+)-(\d+)-([\da-f]{64})\.(ndjson\.gz|parquet)$/;

export function nameOf(facts: Facts): string {
  const parts = [
    facts.epoch,
    facts.origin,
    facts.version,
    facts.changedAt.getTime(),
    facts.createdAt.getTime(),
    Math.ceil(facts.durationMs),
    facts.digest,
  ];
  return `businesses-${parts.join('-')}.${SUFFIXES[facts.format]}`;
}

/**
 * Parses the name of an export file.
 *
 * @returns undefined if the name is not that of an export
 */
export function readName(name: string): ExportFile | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, epoch, origin, version, changed, created, durationMs, digest, suffix] = match;
  const changedAt = new Date(Number(changed));
  return {
    name,
    format: suffix === SUFFIXES.parquet ? 'parquet' : 'ndjson',
    epoch: epoch!,
    origin: origin!,
    version: version!,
    changedAt,
    createdAt: new Date(Number(created)),
    durationMs: Number(durationMs),
    digest: digest!,
    etag: `"${version}-${digest!.slice(0, 16)}"`,
    cursor: toCursor(endOf(epoch!, changedAt)),
  };
}

export function originKey(origin: string): string {
  return createHash('sha256').update(`${FORMAT} ${origin}`).digest('hex').slice(0, 8);
}
