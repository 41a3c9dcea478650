import type { Use } from './usage.repository.js';

/**
 * Maximum number of counters held while the database is unavailable. Additional ones are not
 * counted.
 */
const CAPACITY = 50_000;

/** Counters of one kind that are not saved yet, at most `CAPACITY`. */
export class PendingUses<T extends Use> {
  private pending = new Map<string, T>();

  constructor(
    private readonly idOf: (use: T) => string,
    private readonly write: (uses: T[]) => Promise<void>,
  ) {}

  add(more: T): void {
    const id = this.idOf(more);
    const use = this.pending.get(id);
    if (use) {
      use.requests += more.requests;
      use.refusals += more.refusals;
      use.last = Math.max(use.last, more.last);
    } else if (this.pending.size < CAPACITY) {
      this.pending.set(id, more);
    }
  }

  /** Counters that could not be saved stay pending. */
  async save(): Promise<void> {
    if (this.pending.size === 0) return;
    // Every process locks the rows in the same order, which prevents deadlocks.
    const entries = [...this.pending].sort(([a], [b]) => (a < b ? -1 : 1));
    this.pending = new Map();
    const uses = entries.map(([, use]) => use);
    try {
      await this.write(uses);
    } catch (error) {
      uses.forEach((use) => this.add(use));
      throw error;
    }
  }
}
