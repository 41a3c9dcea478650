import { hash } from 'node:crypto';

/**
 * Records the identities, keys or businesses that an import has seen, with the first line of each.
 * An entry takes 12 bytes plus its share of empty slots: 24 to 48 MB for a million entries. For a
 * million entries the chance of a hash collision is about one in ten thousand; a colliding row
 * counts as a repetition.
 */
export class SeenIdentities {
  private table = new Float64Array(1 << 12);
  private lines = new Uint32Array(1 << 12);
  private size = 0;

  has(identity: string): boolean {
    const hash = hashOf(identity);
    return this.table[this.placeOf(hash)] === hash;
  }

  /** Returns the first line with an identity; undefined if it was not on any line. */
  lineOf(identity: string): number | undefined {
    const hash = hashOf(identity);
    const place = this.placeOf(hash);
    return this.table[place] === hash ? this.lines[place] || undefined : undefined;
  }

  /** @param line 0 for a rejected row: the identity was present, but later rows don't repeat it */
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

  /**
   * Returns the slot of a hash, or the free slot for it. The table is never full, so the search
   * ends.
   */
  private placeOf(hash: number): number {
    const mask = this.table.length - 1;
    let place = hash % this.table.length;
    while (this.table[place] !== 0 && this.table[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const table = this.table;
    const lines = this.lines;
    this.table = new Float64Array(table.length * 2);
    this.lines = new Uint32Array(table.length * 2);
    this.size = 0;
    table.forEach((hash, place) => {
      if (hash !== 0) this.put(hash, lines[place]!);
    });
  }
}

/** Returns a 53-bit hash, which a double holds exactly; never 0. */
function hashOf(identity: string): number {
  const digest = hash('sha256', identity, 'buffer');
  return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31) || 1;
}
