import { pause } from '../deadline.js';
import { DirectoryError } from '../directory-error.js';
import type { Business, Change, ChangesPage } from '../records.js';
import type { RequestOptions, Requests } from '../requests.js';

/** Place for a copy of the directory. */
export interface MirrorStore {
  /** Returns the position of the last write, or undefined if the store is empty. */
  position(): Promise<string | undefined>;
  /**
   * Applies changes and saves the position, in one transaction: puts `record` under its `type` and
   * `id`, or deletes that if `deleted`.
   */
  write(changes: readonly Change[], position: string): Promise<void>;
  /**
   * Replaces every business in the category for which `change` returns another record. Needs no
   * transaction, because it is repeated after a crash.
   */
  updateBusinesses(
    categorySlug: string,
    change: (business: Business) => Business | undefined,
  ): Promise<void>;
  /** Deletes everything, including the position. */
  clear(): Promise<void>;
}

export interface MirrorOptions extends RequestOptions {
  /** True to wait for further changes until the signal aborts. */
  follow?: boolean;
  /** Maximum number of changes in a write. Default and maximum: 1,000. */
  limit?: number;
}

/** Progress of a copy, as the store keeps it. */
type Position =
  /** `last` is the id of the last business written from the export with this ETag. */
  | { step: 'businesses'; etag: string; cursor: string; last: string }
  /** Reads records of all other types from the beginning. */
  | { step: 'others'; after?: string; cursor: string }
  /** Reads changes of all types. */
  | { step: 'changes'; after: string };

const OTHER_TYPES = Object.keys({
  category: true,
  event: true,
  deal: true,
} satisfies Record<Exclude<Change['type'], 'business'>, true>);
const MAX_LIMIT = 1_000;
const WAIT_SECONDS = 30;
/** Minimum duration of a request that waits, in case the server does not let it. */
const MIN_WAIT_MS = 1_000;

export async function mirror(
  requests: Requests,
  store: MirrorStore,
  options: MirrorOptions,
): Promise<void> {
  const copy = new Mirror(requests, store, options);
  try {
    await copy.update();
  } catch (error) {
    if (!isCursorInvalid(error)) throw error;
    await store.clear();
    await copy.update();
  }
}

/** Reports whether the cursor is from before the directory was restored from a backup. */
function isCursorInvalid(error: unknown): boolean {
  return (
    error instanceof DirectoryError &&
    error.code === 'invalid_parameter' &&
    error.details.some(({ field }) => field === 'after')
  );
}

class Mirror {
  private readonly limit: number;

  constructor(
    private readonly requests: Requests,
    private readonly store: MirrorStore,
    private readonly options: MirrorOptions,
  ) {
    this.limit = options.limit ?? MAX_LIMIT;
  }

  async update(): Promise<void> {
    let position = await this.position();
    if (!position || position.step === 'businesses') {
      await this.copyBusinesses();
      position = await this.position();
    }
    if (position?.step === 'others') position = await this.copyOthers(position);
    if (position?.step === 'changes') await this.applyChanges(position.after);
  }

  private async position(): Promise<Position | undefined> {
    const text = await this.store.position();
    return text === undefined ? undefined : (JSON.parse(text) as Position);
  }

  private write(changes: readonly Change[], position: Position): Promise<void> {
    return this.store.write(changes, JSON.stringify(position));
  }

  /** Copies the export, whose lines are ordered by id. Skips the ones written before a crash. */
  private async copyBusinesses(): Promise<void> {
    const path = '/export/businesses.ndjson';
    await this.requests.download(path, this.options, async (headers, chunks) => {
      const etag = headers.get('ETag') ?? '';
      const cursor = headers.get('Changes-Cursor')!;
      const stored = await this.position();
      const isResumed = stored?.step === 'businesses' && etag !== '' && stored.etag === etag;
      // Of another export, changes do not report the businesses that were deleted in between.
      if (stored && !isResumed) await this.store.clear();
      let last = isResumed ? stored.last : '';
      let changes: Change[] = [];
      for await (const line of linesOf(chunks)) {
        const record = JSON.parse(line) as Business;
        if (record.id <= last) continue;
        last = record.id;
        changes.push({ type: 'business', id: last, deleted: false, record });
        if (changes.length < this.limit) continue;
        await this.write(changes, { step: 'businesses', etag, cursor, last });
        changes = [];
      }
      await this.write(changes, { step: 'others', cursor });
    });
  }

  /**
   * Copies the records that the export lacks. Categories need no renaming here: businesses have the
   * names of the export's version, and later ones are among the changes.
   */
  private async copyOthers(position: Position & { step: 'others' }): Promise<Position> {
    const { cursor } = position;
    let { after } = position;
    for (;;) {
      const { data, pagination } = await this.changes({ after, type: OTHER_TYPES });
      if (!pagination.hasMore) {
        const present: Position = { step: 'changes', after: cursor };
        await this.write(data, present);
        return present;
      }
      after = pagination.next;
      await this.write(data, { step: 'others', after, cursor });
    }
  }

  private async applyChanges(from: string): Promise<void> {
    const { follow: isFollowing = false, signal } = this.options;
    for (let after = from; ;) {
      const asked = performance.now();
      const { data, pagination } = await this.changes({
        after,
        wait: isFollowing ? WAIT_SECONDS : undefined,
      });
      for (const change of data) await this.rename(change);
      if (pagination.next !== after) {
        after = pagination.next;
        await this.write(data, { step: 'changes', after });
      }
      if (pagination.hasMore) continue;
      if (!isFollowing) return;
      const waited = performance.now() - asked;
      if (data.length === 0) await pause(Math.max(0, MIN_WAIT_MS - waited), signal);
    }
  }

  private async rename(change: Change): Promise<void> {
    if (change.type !== 'category' || change.deleted) return;
    const { slug, name, namedAt } = change.record;
    await this.store.updateBusinesses(slug, (business) => {
      const { categories, updatedAt } = business;
      const isCurrent = categories.every((each) => each.slug !== slug || each.name === name);
      if (isCurrent && updatedAt >= namedAt) return undefined;
      return {
        ...business,
        categories: categories.map((each) => (each.slug === slug ? { ...each, name } : each)),
        updatedAt: updatedAt < namedAt ? namedAt : updatedAt,
      };
    });
  }

  private changes(query: {
    after?: string | undefined;
    type?: readonly string[];
    wait?: number | undefined;
  }): Promise<ChangesPage> {
    return this.requests.get('/changes', { ...query, limit: this.limit }, this.options);
  }
}

/** Splits UTF-8 text that arrives in chunks. A line without an end is incomplete and omitted. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
