import { gunzipSync } from 'node:zlib';
import { eventually } from './eventually.ts';
import { call } from './http.ts';
import type { Program } from './program.ts';

/** Timeout of a consumer, in milliseconds, long enough for a busy machine. */
const PATIENCE_MS = 60_000;

interface BusinessRecord {
  id: string;
  updatedAt: string;
  categories: { slug: string; name: string }[];
}

interface Change {
  type: 'category' | 'business' | 'event' | 'deal';
  id: string;
  deleted: boolean;
  record: any;
}

/** A copy of the directory, created and updated as described in docs/copying.md. */
export class Copy {
  readonly business = new Map<string, BusinessRecord>();
  readonly category = new Map<string, { id: string; slug: string; name: string }>();
  readonly event = new Map<string, object>();
  readonly deal = new Map<string, object>();
  /** Ids of businesses received as single changes, in order. */
  readonly told: string[] = [];
  requests = 0;
  private cursor: string | undefined;

  constructor(
    private readonly program: Program,
    private readonly key: string,
  ) {}

  async begin(): Promise<void> {
    const response = await eventually(async () => {
      this.requests++;
      const answer = await fetch(`${this.program.url}/api/v1/export/businesses.ndjson`, {
        headers: { 'x-api-key': this.key },
      });
      // The first export may take a while.
      return answer.status === 503 ? undefined : answer;
    }, PATIENCE_MS);
    if (response.status !== 200) throw new Error(await response.text());
    this.cursor = response.headers.get('changes-cursor')!;
    for (const line of (await response.text()).split('\n').slice(0, -1)) {
      const business = JSON.parse(line) as BusinessRecord;
      this.business.set(business.id, business);
    }
    for (let after: string | undefined; ;) {
      const { data, pagination } = await this.page('type=category,event,deal', after);
      data.forEach((change) => this.apply(change));
      if (!pagination.hasMore) return;
      after = pagination.next;
    }
  }

  /** @param limit number of changes per page */
  async follow(limit = 1_000): Promise<void> {
    for (;;) {
      const { data, pagination } = await this.page(`limit=${limit}`, this.cursor);
      data.forEach((change) => this.apply(change));
      this.cursor = pagination.next;
      if (!pagination.hasMore) return;
    }
  }

  /** Returns all records as text, sorted by id. */
  text(): string {
    return [this.category, this.business, this.event, this.deal]
      .flatMap((records) => [...records.entries()].sort(([a], [b]) => (a < b ? -1 : 1)))
      .map(([, record]) => JSON.stringify(record))
      .join('\n');
  }

  private async page(query: string, after: string | undefined) {
    const url = `${this.program.url}/api/v1/changes?${query}${after ? `&after=${after}` : ''}`;
    const { status, body } = await eventually(async () => {
      this.requests++;
      const answer = await call('GET', url, { key: this.key });
      return answer.status === 503 ? undefined : answer;
    }, PATIENCE_MS);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as { data: Change[]; pagination: { next: string; hasMore: boolean } };
  }

  private apply({ type, id, deleted, record }: Change): void {
    const records = this[type] as Map<string, unknown>;
    if (deleted) records.delete(id);
    else records.set(id, record);
    if (type === 'business') this.told.push(id);
    if (type === 'category' && !deleted) this.rename(record);
  }

  private rename({ slug, name, namedAt }: { slug: string; name: string; namedAt: string }): void {
    for (const business of this.business.values()) {
      const category = business.categories.find((each) => each.slug === slug);
      if (!category) continue;
      category.name = name;
      if (business.updatedAt < namedAt) business.updatedAt = namedAt;
    }
  }
}

/** Returns the lines of a compressed export. */
export function linesOf(compressed: Uint8Array): string[] {
  return gunzipSync(compressed).toString().split('\n').slice(0, -1);
}
