/** What was read from one state of the directory, so that nothing in it is mixed. */
interface Snapshot {
  /** The directory's version, in decimal digits. */
  version: string;
}

/** One page of a list. */
export interface Page<T> extends Snapshot {
  items: T[];
  /** How many items all pages have. */
  total: number;
}

/** What every business, event and deal has. */
export interface DirectoryRecord {
  /** The path of its address in the API. */
  url: string;
  /** RFC 3339; set on a tombstone. */
  removedAt: string | null;
}

/** The record that an id or a slug leads to, which may be a tombstone. */
export interface Found<T extends DirectoryRecord> extends Snapshot {
  record: T;
  /** Whether it was found by what leads to it only: a slug that it no longer has, or one that was merged. */
  isFormer?: boolean;
}

/** The oldest of the directory's versions that an answer was made from: it is kept no longer than that is present. */
export function oldest(...versions: string[]): string {
  return versions.reduce((a, b) => (BigInt(a) <= BigInt(b) ? a : b));
}
