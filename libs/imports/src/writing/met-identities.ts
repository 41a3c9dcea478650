import { createHash } from 'node:crypto';

/**
 * Remembers the identities, keys or businesses that an import has met, and the line that each was
 * first met on. An entry takes 12 bytes and its share of empty places: 24 to 48 MB for a million.
 * Among a million, the chance that two hashes are equal is about one in ten thousand; then a row
 * counts as a repetition.
 */
export class MetIdentities {
  private table = new Float64Array(1 << 12);
  private lines = new Uint32Array(1 << 12);
  private size = 0;

  has(identity: string): boolean {
    const hash = hashOf(identity);
    return this.table[this.placeOf(hash)] === hash;
  }

  /** Returns the first line of an identity; undefined for one that was never on a line. */
  lineOf(identity: string): number | undefined {
    const hash = hashOf(identity);
    const place = this.placeOf(hash);
    return this.table[place] === hash ? this.lines[place] || undefined : undefined;
  }

  /** @param line 0 for a row that was rejected: it was there, but a later one does not repeat it */
  add(identity: string, line: number): void {
    if (this.size * 2 >= this.table.length) this.grow();
    this.put(hashOf(identity), line);
  }

  private put(hash: number, line: number): void {
    const place = this.placeOf(hash);
    if (this.table[place] !== hash) this.size++;
    this.table[place] = hash;
    this.lines[place] ||= line;
  }

  /** Where a hash is, or would be: the table is never full, so the walk ends. */
  private placeOf(hash: number): number {
    const mask = this.table.length - 1;
    let place = hash % this.table.length;
    while (this.table[place] !== 0 && this.table[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const [table, lines] = [this.table, this.lines];
    this.table = new Float64Array(table.length * 2);
    this.lines = new Uint32Array(table.length * 2);
    this.size = 0;
    table.forEach((hash, place) => {
      if (hash !== 0) this.put(hash, lines[place]!);
    });
  }
}

/** 53 bits, the whole numbers that a double holds exactly, never 0. */
function hashOf(identity: string): number {
  const digest = createHash('sha256').update(identity).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31) || 1;
}
