import { Directory, MemoryStore } from '../index.js';

interface Shop {
  id: string;
  updatedAt: string;
  categories: { slug: string; name: string }[];
}

const shop = (id: string, name = 'Shops'): Shop => ({
  id,
  updatedAt: '2026-01-01T00:00:00.000Z',
  categories: [
    { slug: 'cafes', name: 'Cafés' },
    { slug: 'shops', name },
  ],
});
const put = (record: Shop) => ({ type: 'business', id: record.id, deleted: false, record });
const deletion = (id: string) => ({ type: 'business', id, deleted: true, record: null });
const category = (name: string, namedAt = '2026-02-01T00:00:00.000Z') => ({
  type: 'category',
  id: 'c1',
  deleted: false,
  record: { id: 'c1', slug: 'shops', name, namedAt },
});

/** A directory whose export and change pages are set by hand. */
class FakeDirectory {
  export = { etag: '"1"', cursor: 'C1', ids: ['a', 'b', 'c', 'd', 'e'] };
  /** Number of bytes after which the next export breaks. */
  breaksAt = Infinity;
  /** Pages of changes by `after`. */
  pages: Record<string, { data: object[]; next: string; hasMore: boolean }> = {
    '': { data: [category('Shops')], next: 'O', hasMore: false },
  };
  readonly requests: string[] = [];

  readonly client = new Directory('https://directory.example.org', {
    key: 'mnbd_key',
    fetch: async (input) => this.answer(new URL(input as string)),
  });

  private answer({ pathname, searchParams, search }: URL): Response {
    this.requests.push(pathname.split('/').at(-1)! + search);
    if (pathname.endsWith('.ndjson')) return this.file();
    const after = searchParams.get('after') ?? '';
    const page = this.pages[after];
    if (!page) {
      const error = {
        code: 'invalid_parameter',
        message: 'Take a new export.',
        details: [{ field: 'after', message: 'Unknown.' }],
      };
      return Response.json({ success: false, error }, { status: 400 });
    }
    const { data, ...pagination } = page;
    return Response.json({ success: true, data, pagination });
  }

  private file(): Response {
    const { etag, cursor, ids } = this.export;
    const bytes = new TextEncoder().encode(
      ids.map((id) => `${JSON.stringify({ ...shop(id), name: 'Café' })}\n`).join(''),
    );
    const end = this.breaksAt;
    this.breaksAt = Infinity;
    // Chunks of seven bytes divide characters.
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent >= end) return controller.error(new TypeError('terminated'));
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(sent, (sent += 7)));
      },
    });
    return new Response(body, { headers: { ETag: etag, 'Changes-Cursor': cursor } });
  }
}

/** Fails at a write. */
class FailingStore extends MemoryStore {
  writes: string[][] = [];
  failsAt = Infinity;

  override async write(...[changes, position]: Parameters<MemoryStore['write']>): Promise<void> {
    if (this.writes.length === this.failsAt) throw new Error('Out of space.');
    this.writes.push(changes.map(({ id }) => id));
    await super.write(changes, position);
  }
}

describe('mirror', () => {
  let directory: FakeDirectory;
  let store: FailingStore;

  beforeEach(() => {
    directory = new FakeDirectory();
    directory.pages.C1 = { data: [], next: 'C1', hasMore: false };
    store = new FailingStore();
  });

  afterEach(() => jest.useRealTimers());

  const run = () => directory.client.mirror(store, { limit: 2 });
  const ids = () => [...store.all('business').keys()];

  it('copies the export, then all other records, and then the changes', async () => {
    directory.pages.C1 = { data: [deletion('b'), put(shop('f'))], next: 'C2', hasMore: true };
    directory.pages.C2 = { data: [deletion('c')], next: 'C3', hasMore: false };
    await run();
    expect(ids()).toEqual(['a', 'd', 'e', 'f']);
    expect(store.all('business').get('a')).toMatchObject({ name: 'Café' });
    expect(store.all('category').get('c1')).toMatchObject({ name: 'Shops' });
    expect(directory.requests).toEqual([
      'businesses.ndjson',
      'changes?type=category&type=event&type=deal&limit=2',
      'changes?after=C1&limit=2',
      'changes?after=C2&limit=2',
    ]);
    directory.pages.C3 = { data: [], next: 'C3', hasMore: false };
    await run();
    expect(directory.requests.slice(4)).toEqual(['changes?after=C3&limit=2']);
  });

  it('skips the lines it has written if the store fails and the export is the same', async () => {
    store.failsAt = 1;
    await expect(run()).rejects.toThrow('Out of space.');
    store.failsAt = Infinity;
    await run();
    expect(ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(store.writes.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'c1']);
  });

  it('starts over if the export is another one', async () => {
    store.failsAt = 1;
    await expect(run()).rejects.toThrow('Out of space.');
    store.failsAt = Infinity;
    directory.export = { etag: '"2"', cursor: 'C2', ids: ['b', 'd'] };
    directory.pages.C2 = { data: [], next: 'C2', hasMore: false };
    await run();
    expect(ids()).toEqual(['b', 'd']);
  });

  it('continues a download that breaks, without writing anything twice', async () => {
    jest.useFakeTimers();
    directory.breaksAt = 490;
    const copied = run();
    await jest.advanceTimersByTimeAsync(1_000);
    await copied;
    expect(directory.requests.slice(0, 2)).toEqual(['businesses.ndjson', 'businesses.ndjson']);
    expect(store.writes.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'c1']);
  });

  it('renames a category in its businesses, and only raises updatedAt', async () => {
    await run();
    const later = { ...shop('b'), updatedAt: '2026-03-01T00:00:00.000Z' };
    directory.pages.C1 = { data: [put(later)], next: 'C2', hasMore: true };
    directory.pages.C2 = { data: [category('Stores')], next: 'C3', hasMore: false };
    await run();
    expect(store.all('business').get('a')).toEqual({
      ...shop('a', 'Stores'),
      name: 'Café',
      updatedAt: '2026-02-01T00:00:00.000Z',
    });
    expect(store.all('business').get('b')).toEqual({
      ...shop('b', 'Stores'),
      updatedAt: later.updatedAt,
    });
  });

  it('takes a new export once if the cursor is no longer valid', async () => {
    await run();
    directory.export = { etag: '"2"', cursor: 'D1', ids: ['a'] };
    delete directory.pages.C1;
    directory.pages.D1 = { data: [], next: 'D1', hasMore: false };
    await run();
    expect(ids()).toEqual(['a']);

    delete directory.pages.D1;
    directory.requests.length = 0;
    await expect(run()).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(directory.requests).toHaveLength(4);
  });

  it('pauses a second if the server answers requests that should wait, even if the clock is set back', async () => {
    jest.useFakeTimers();
    const nothing = directory.pages.C1;
    Object.defineProperty(directory.pages, 'C1', {
      get: () => {
        jest.setSystemTime(0);
        return nothing;
      },
    });
    const controller = new AbortController();
    const end = directory.client.mirror(store, { follow: true, signal: controller.signal });
    const ended = expect(end).rejects.toThrow('Enough.');
    await jest.advanceTimersByTimeAsync(9_500);
    controller.abort(new Error('Enough.'));
    await ended;
    const waiting = directory.requests.filter((request) => request.includes('wait=30'));
    expect(waiting).toHaveLength(10);
  });
});
