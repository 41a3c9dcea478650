interface Entry {
  etag: string;
  text: string;
}

/** Responses by address, of which the least recently used ones are evicted. */
export class EtagCache {
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  /** @param maxSize maximum number of characters in all responses */
  constructor(private readonly maxSize: number) {}

  get(address: string): Entry | undefined {
    const entry = this.entries.get(address);
    if (!entry) return undefined;
    this.entries.delete(address);
    this.entries.set(address, entry);
    return entry;
  }

  set(address: string, entry: Entry): void {
    this.delete(address);
    if (entry.text.length > this.maxSize) return;
    this.entries.set(address, entry);
    this.size += entry.text.length;
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.maxSize) return;
      this.delete(oldest);
    }
  }

  private delete(address: string): void {
    this.size -= this.entries.get(address)?.text.length ?? 0;
    this.entries.delete(address);
  }
}
