import { Directory, type DirectoryOptions, MemoryStore } from './index.js';

const URL_OF_DIRECTORY = 'https://directory.example.org';

/** Answers requests in turn, and repeats the last answer. */
class FakeServer {
  readonly requests: {
    url: URL;
    headers: Headers;
    method: string;
    body: unknown;
    redirect: RequestInit['redirect'];
  }[] = [];

  constructor(
    private readonly answers: ((signal: AbortSignal) => Response | Promise<Response>)[],
  ) {}

  readonly fetch: typeof fetch = async (input, init) => {
    this.requests.push({
      url: new URL(input as string),
      headers: new Headers(init?.headers),
      method: init?.method ?? 'GET',
      body: init?.body && JSON.parse(init.body as string),
      redirect: init?.redirect,
    });
    const answer = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!;
    return answer(init!.signal!);
  };

  directory(options: Partial<DirectoryOptions> = {}): Directory {
    return new Directory(URL_OF_DIRECTORY, { key: 'mnbd_key', fetch: this.fetch, ...options });
  }
}

const ok =
  (body: object, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ success: true, ...body }, { headers });
const failure =
  (status: number, error: object, headers: Record<string, string> = {}, more: object = {}) =>
  () =>
    Response.json({ success: false, error, ...more }, { status, headers });
const limited = (seconds: number) =>
  failure(
    429,
    { code: 'rate_limited', message: 'Wait.', requestId: 'r' },
    { 'Retry-After': String(seconds) },
  );
const unavailable = failure(503, { code: 'unavailable', message: 'Later.', requestId: 'r' });
/** Never answers, and fails like fetch when the request is aborted. */
const silent = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const unreachable = () => Promise.reject<Response>(new TypeError('fetch failed'));
const page = (number: number, totalPages: number, ...data: string[]) =>
  ok({ data, pagination: { page: number, totalPages } });

/** Returns the milliseconds that pass until the promise settles. */
async function durationOf(promise: Promise<unknown>): Promise<number> {
  const start = Date.now();
  let end: number | undefined;
  const settle = () => (end = Date.now());
  promise.then(settle, settle);
  while (end === undefined) {
    await jest.advanceTimersByTimeAsync(0);
    if (end === undefined) jest.advanceTimersToNextTimer();
    await jest.advanceTimersByTimeAsync(0);
  }
  return end - start;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('requests', () => {
  it('send the key and repeat parameters with several values', async () => {
    const server = new FakeServer([page(1, 1)]);
    await server.directory().businesses.list({
      city: ['St. Paul', 'Ely'],
      openAt: '2026-07-03T18:00:00+02:00',
      q: undefined,
      // As from JSON, in a program without types.
      category: null as unknown as undefined,
      ids: [],
    });
    const [{ url, headers }] = server.requests as [(typeof server.requests)[number]];
    expect(url.pathname).toBe('/api/v1/businesses');
    expect([...url.searchParams]).toEqual([
      ['city', 'St. Paul'],
      ['city', 'Ely'],
      ['openAt', '2026-07-03T18:00:00+02:00'],
      // The server refuses an empty list, which is not the same as no list.
      ['ids', ''],
    ]);
    expect(headers.get('X-API-Key')).toBe('mnbd_key');
  });

  it('omit the header without a key', async () => {
    const server = new FakeServer([ok({ data: {} })]);
    await server.directory({ key: undefined }).rateLimit();
    expect(server.requests[0]!.headers.has('X-API-Key')).toBe(false);
  });

  it('read the record that a redirect contains', async () => {
    const server = new FakeServer([
      () => Response.json({ success: true, data: { slug: 'new' } }, { status: 308 }),
    ]);
    expect(await server.directory().events.get('old')).toEqual({ slug: 'new' });
  });

  it.each([301, 307, 308])('do not follow %d, which would disclose the key', async (status) => {
    const headers = { Location: 'https://example.net/' };
    const server = new FakeServer([() => new Response('', { status, headers })]);
    const error = {
      code: 'unexpected_response',
      message: expect.stringContaining('redirects to https://example.net/,') as string,
      status,
    };
    const directory = server.directory();
    await expect(directory.rateLimit()).rejects.toMatchObject(error);
    await expect(directory.mirror(new MemoryStore())).rejects.toMatchObject(error);
    expect(server.requests.map(({ redirect }) => redirect)).toEqual(['manual', 'manual']);
  });

  it('escape ids and slugs', async () => {
    const server = new FakeServer([ok({ data: { slug: 'a' } })]);
    expect(await server.directory().events.get('../a?b')).toEqual({ slug: 'a' });
    expect(server.requests[0]!.url.href).toBe(`${URL_OF_DIRECTORY}/api/v1/events/..%2Fa%3Fb`);
  });

  it.each(['', '.', '..'])('are not sent for %j, which would address a list', async (idOrSlug) => {
    const server = new FakeServer([page(1, 1)]);
    await expect(server.directory().events.get(idOrSlug)).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['directory.example.org', 'mnbd_key', /URL/],
    ['localhost:3000', 'mnbd_key', /URL/],
    ['https://ada:secret@directory.example.org', 'mnbd_key', /^(?!.*secret).*URL/],
    [URL_OF_DIRECTORY, 'mnbd_…', /API key/],
    [URL_OF_DIRECTORY, 'mnbd_a\nb', /^(?!.*mnbd_a).*API key/],
  ])('are not possible with the URL %j and the key %j', (url, key, message) => {
    const create = () => new Directory(url, { key });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it('send a key that ends with a line break, as read from a file', async () => {
    const server = new FakeServer([ok({ data: {} })]);
    await server.directory({ key: 'mnbd_key\n' }).rateLimit();
    expect(server.requests[0]!.headers.get('X-API-Key')).toBe('mnbd_key');
  });

  it('send rows to match in batches of 25 and return the matches in order', async () => {
    const rows = Array.from({ length: 51 }, (_, row) => ({ name: `Row ${row}` }));
    const server = new FakeServer(
      [25, 25, 1].map((count, batch) => ok({ data: Array(count).fill(batch) })),
    );
    const matches = await server.directory().businesses.match(rows);
    expect(matches).toEqual(rows.map((_, row) => Math.floor(row / 25)));
    expect(server.requests.map(({ body }) => (body as { queries: unknown[] }).queries)).toEqual([
      rows.slice(0, 25),
      rows.slice(25, 50),
      rows.slice(50),
    ]);
  });
});

describe('a list', () => {
  it('reads all pages, 100 records each, only as far as they are needed', async () => {
    const server = new FakeServer([page(1, 3, 'a', 'b'), page(2, 3, 'c'), page(3, 3, 'd')]);
    const seen: unknown[] = [];
    for await (const business of server.directory().businesses.list()) {
      seen.push(business);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(server.requests.map(({ url }) => url.search)).toEqual([
      '?limit=100',
      '?limit=100&page=2',
    ]);
  });

  it('returns the page that the query selects when awaited', async () => {
    const server = new FakeServer([page(2, 3, 'c')]);
    const { data, pagination } = await server.directory().categories.list({ page: 2 });
    expect([data, pagination.totalPages]).toEqual([['c'], 3]);
    expect(server.requests.map(({ url }) => url.search)).toEqual(['?page=2']);
  });

  it('of changes ends at the present', async () => {
    const server = new FakeServer([
      ok({ data: [1], pagination: { next: 'B', hasMore: true } }),
      ok({ data: [2], pagination: { next: 'C', hasMore: false } }),
    ]);
    const seen: unknown[] = [];
    for await (const change of server.directory().changes({ after: 'A' })) seen.push(change);
    expect(seen).toEqual([1, 2]);
    expect(server.requests.map(({ url }) => url.search)).toEqual(['?after=A', '?after=B']);
  });
});

describe('an error', () => {
  it('has code, message, details, request id and the removed record', async () => {
    const details = [{ field: 'city', message: 'Unknown.' }];
    const error = {
      code: 'gone',
      message: 'Removed.',
      details,
      requestId: 'r1',
      documentation: 'd',
    };
    const server = new FakeServer([
      failure(410, error, { 'X-Request-Id': 'r1' }, { data: { id: 'b' } }),
    ]);
    await expect(server.directory().businesses.get('b')).rejects.toMatchObject({
      name: 'DirectoryError',
      status: 410,
      data: { id: 'b' },
      ...error,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['<h1>Hello</h1>', '{"error":"Sign in."}', '{"error":{"code":200}}', 'null', '{}'])(
    'is recognizable if the response %j comes from a proxy',
    async (body) => {
      const server = new FakeServer([() => new Response(body)]);
      await expect(server.directory().rateLimit()).rejects.toMatchObject({
        code: 'unexpected_response',
        message: 'The server answered 200.',
        status: 200,
      });
    },
  );
});

describe('waiting', () => {
  it.each([
    ['seconds', '7'],
    ['a date', new Date(Date.parse('2026-07-01T12:00:07Z')).toUTCString()],
  ])('after 429 lasts until Retry-After, in %s', async (_, retryAfter) => {
    jest.setSystemTime(new Date('2026-07-01T12:00:00Z'));
    const busy = failure(429, { code: 'rate_limited', message: '' }, { 'Retry-After': retryAfter });
    const server = new FakeServer([busy, ok({ data: { limit: 5 } })]);
    const answer = server.directory().rateLimit();
    expect(await durationOf(answer)).toBe(7_000);
    expect(await answer).toEqual({ limit: 5 });
  });

  it.each([
    [60, 60_000, 2],
    [61, 0, 1],
  ])('after 429 for %d seconds takes %d ms', async (seconds, duration, requests) => {
    const server = new FakeServer([limited(seconds)]);
    const answer = server.directory().rateLimit();
    expect(await durationOf(answer)).toBe(duration);
    await expect(answer).rejects.toMatchObject({ code: 'rate_limited', retryAfter: seconds });
    expect(server.requests).toHaveLength(requests);
  });

  it('is limited by the request or the client', async () => {
    const server = new FakeServer([limited(61)]);
    expect(await durationOf(server.directory().rateLimit({ maxWait: 122_000 }))).toBe(122_000);
    expect(await durationOf(server.directory({ maxWait: 61_000 }).rateLimit())).toBe(61_000);
    const forever = new FakeServer([limited(10_000_000), ok({ data: {} })]);
    expect(await durationOf(forever.directory({ maxWait: Infinity }).rateLimit())).toBe(
      2_147_483_647,
    );
  });

  it.each([
    [0, [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    [1, [500, 1_000, 2_000, 4_000, 8_000, 16_000]],
  ])('for the server doubles, with jitter %d, for at most a minute', async (random, pauses) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const times: number[] = [];
    const server = new FakeServer([
      () => {
        times.push(Date.now());
        return unavailable();
      },
    ]);
    const answer = server.directory().rateLimit();
    await durationOf(answer);
    await expect(answer).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(pauses);
    jest.restoreAllMocks();
  });

  it('for a connection ends after three attempts', async () => {
    const server = new FakeServer([unreachable]);
    const answer = server.directory().rateLimit();
    expect(await durationOf(answer)).toBeLessThanOrEqual(1_500);
    await expect(answer).rejects.toMatchObject({
      code: 'connection_failed',
      cause: { message: 'fetch failed' },
    });
    expect(server.requests).toHaveLength(3);
  });

  it('for a connection outlasts a restart of a server that has answered', async () => {
    const refusals = Array.from({ length: 6 }, () => unreachable);
    const directory = new FakeServer([ok({}), ...refusals, ok({ data: { limit: 5 } })]).directory();
    await directory.rateLimit();
    const answer = directory.rateLimit();
    expect(await durationOf(answer)).toBeGreaterThan(10_000);
    expect(await answer).toEqual({ limit: 5 });
  });

  it('ends at the timeout, which includes the time that changes may wait', async () => {
    const directory = new FakeServer([silent]).directory();
    const answer = directory.rateLimit();
    expect(await durationOf(answer)).toBe(30_000);
    await expect(answer).rejects.toMatchObject({ code: 'timeout' });
    expect(await durationOf(directory.rateLimit({ timeout: 1_000 }))).toBe(1_000);
    expect(await durationOf(directory.changes({ wait: 20 }).then())).toBe(50_000);
    const longest = durationOf(directory.rateLimit({ timeout: Infinity }));
    expect(await longest).toBe(2_147_483_647);
  });

  it.each([
    ['a request', silent],
    ['a pause', limited(50)],
  ])('ends with the reason of the signal during %s', async (_, answer) => {
    const server = new FakeServer([answer]);
    const controller = new AbortController();
    const request = server.directory().rateLimit({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('Enough.')), 3_000);
    expect(await durationOf(request)).toBe(3_000);
    await expect(request).rejects.toThrow('Enough.');
    await expect(server.directory().rateLimit({ signal: controller.signal })).rejects.toThrow(
      'Enough.',
    );
    expect(server.requests).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the cache', () => {
  const tagged = (length: number) => ok({ data: 'x'.repeat(length) }, { ETag: '"1"' });
  const notModified = () => new Response(null, { status: 304 });
  const tagsOf = ({ requests }: FakeServer) =>
    requests.map(({ headers }) => headers.get('If-None-Match'));

  it('returns the previous response while the server confirms its ETag', async () => {
    const server = new FakeServer([tagged(10), notModified, tagged(20)]);
    const directory = server.directory();
    const limits = [
      await directory.rateLimit(),
      await directory.rateLimit(),
      await directory.rateLimit(),
    ];
    expect(limits).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(20)]);
    expect(tagsOf(server)).toEqual([null, '"1"', '"1"']);
  });

  it('evicts the response that was not used for longest', async () => {
    const server = new FakeServer([tagged(1_000)]);
    const directory = server.directory({ cacheSize: 2_500 });
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await directory.deals.get(id);
    expect(tagsOf(server)).toEqual([null, null, '"1"', null, '"1"', null]);
  });

  it('omits a response that is larger than the cache', async () => {
    const server = new FakeServer([tagged(1_000)]);
    const directory = server.directory({ cacheSize: 1_000 });
    for (const id of ['a', 'a']) await directory.deals.get(id);
    expect(tagsOf(server)).toEqual([null, null]);
  });
});
