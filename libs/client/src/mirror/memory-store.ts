import type { Business, Change } from '../records.js';
import type { MirrorStore } from './mirror.js';

type RecordOf<Type extends Change['type']> = Extract<
  Change,
  { type: Type; deleted: false }
>['record'];

/** Copy in memory. */
export class MemoryStore implements MirrorStore {
  private readonly records = new Map<string, Map<string, unknown>>();
  private stored: string | undefined;

  /** Returns the records of a type by id. */
  all<Type extends Change['type']>(type: Type): ReadonlyMap<string, RecordOf<Type>> {
    return this.mapOf(type) as ReadonlyMap<string, RecordOf<Type>>;
  }

  async position(): Promise<string | undefined> {
    return this.stored;
  }

  async write(changes: readonly Change[], position: string): Promise<void> {
    for (const { type, id, deleted, record } of changes) {
      if (deleted) this.mapOf(type).delete(id);
      else this.mapOf(type).set(id, record);
    }
    this.stored = position;
  }

  async updateBusinesses(
    categorySlug: string,
    change: (business: Business) => Business | undefined,
  ): Promise<void> {
    const businesses = this.mapOf('business') as Map<string, Business>;
    for (const [id, business] of businesses) {
      if (!business.categories.some(({ slug }) => slug === categorySlug)) continue;
      const changed = change(business);
      if (changed) businesses.set(id, changed);
    }
  }

  async clear(): Promise<void> {
    this.records.clear();
    this.stored = undefined;
  }

  private mapOf(type: string): Map<string, unknown> {
    const records = this.records.get(type) ?? new Map<string, unknown>();
    this.records.set(type, records);
    return records;
  }
}
