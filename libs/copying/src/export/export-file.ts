import { createHash } from 'node:crypto';
import { endOf, shortEpoch, toCursor } from '../position.js';

/** The directory at one version, as a file whose name says what it is of. */
export interface ExportFile {
  name: string;
  /** What its cursor is of (see `shortEpoch`). */
  epoch: string;
  /** Names the origin of the addresses in it. */
  origin: string;
  /** The directory's version, in decimal digits. */
  version: string;
  /** When that version was made. */
  changedAt: Date;
  madeAt: Date;
  /** How long it took to make the file, in milliseconds. */
  took: number;
  /** A strong validator (RFC 9110, section 8.8.3). */
  etag: string;
  /** The changes that it does not have come after it. */
  cursor: string;
}

interface Facts {
  /** In full. */
  epoch: string;
  origin: string;
  version: string;
  changedAt: Date;
  madeAt: Date;
  took: number;
  /** SHA-256 of the bytes in hexadecimal digits. */
  digest: string;
}

/** To be raised when what a line holds changes without a change of the directory. */
const FORMAT = 1;
const NAME =
  /^businesses-([\da-f]{8})-([\da-f]{8})-(\d+)-(\d+)-(\d+)-(\d+)-([\da-f]{16})\.ndjson\.gz$/;

export function nameOf(facts: Facts): string {
  const parts = [
    shortEpoch(facts.epoch),
    originKey(facts.origin),
    facts.version,
    facts.changedAt.getTime(),
    facts.madeAt.getTime(),
    Math.ceil(facts.took),
    facts.digest.slice(0, 16),
  ];
  return `businesses-${parts.join('-')}.ndjson.gz`;
}

/** @returns undefined for what is no export */
export function readName(name: string): ExportFile | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, epoch, origin, version, changed, made, took, digest] = match;
  const changedAt = new Date(Number(changed));
  return {
    name,
    epoch: epoch!,
    origin: origin!,
    version: version!,
    changedAt,
    madeAt: new Date(Number(made)),
    took: Number(took),
    etag: `"${version}-${digest}"`,
    cursor: toCursor(endOf(epoch!, changedAt)),
  };
}

export function originKey(origin: string): string {
  return createHash('sha256').update(`${FORMAT} ${origin}`).digest('hex').slice(0, 8);
}
