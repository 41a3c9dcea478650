/** Data read from one consistent state of the directory. */
interface Snapshot {
  /** Directory version in decimal digits. */
  version: string;
}

/** One page of a list. */
export interface Page<T> extends Snapshot {
  items: T[];
  /** Number of items on all pages together. */
  total: number;
}

/** Returns one page of a list whose items are all in memory. */
export function pageOf<T>(
  version: string,
  items: readonly T[],
  { page, limit }: { page: number; limit: number },
): Page<T> {
  return { version, items: items.slice((page - 1) * limit, page * limit), total: items.length };
}

/** Fields that every business, event, deal, category and place has. */
export interface DirectoryRecord {
  /** URL path of the record in the API. */
  url: string;
  /** Time of removal (RFC 3339). Set only on a tombstone, which categories and places do not have. */
  removedAt?: string | null;
}

/** Record found by an id or slug. It may be a tombstone. */
export interface Found<T extends DirectoryRecord> extends Snapshot {
  record: T;
  /**
   * True if the id or slug is a former one: a slug that has changed, or one of a business that was
   * merged.
   */
  isFormer?: boolean;
}

/**
 * Returns the oldest of several directory versions. A response made from all of them is cached only
 * while that version is current.
 */
export function oldest(...versions: string[]): string {
  return versions.reduce((a, b) => (BigInt(a) <= BigInt(b) ? a : b));
}
