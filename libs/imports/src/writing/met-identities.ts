import { createHash } from 'node:crypto';

/**
 * Remembers which identities an import has met, in 8 bytes (and their share of empty places)
 * each: 16 to 32 MB for a million. Two that differ are taken for one with a chance of about one
 * in ten thousand among a million, and then a row fills instead of replaces.
 */
export class MetIdentities {
  private table = new Float64Array(1 << 12);
  private size = 0;

  has(identity: string): boolean {
    const hash = hashOf(identity);
    return this.table[this.placeOf(hash)] === hash;
  }

  add(identity: string): void {
    if (this.size * 2 >= this.table.length) this.grow();
    this.put(hashOf(identity));
  }

  private put(hash: number): void {
    const place = this.placeOf(hash);
    if (this.table[place] !== hash) this.size++;
    this.table[place] = hash;
  }

  /** Where a hash is, or would be: the table is never full, so the walk ends. */
  private placeOf(hash: number): number {
    const mask = this.table.length - 1;
    let place = hash % this.table.length;
    while (this.table[place] !== 0 && this.table[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Float64Array(old.length * 2);
    this.size = 0;
    for (const hash of old) if (hash !== 0) this.put(hash);
  }
}

/** 53 bits, the whole numbers that a double holds exactly, never 0. */
function hashOf(identity: string): number {
  const digest = createHash('sha256').update(identity).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31) || 1;
}
