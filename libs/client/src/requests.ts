import { Deadline, pause } from './deadline.js';
import { DirectoryError, errorFrom } from './directory-error.js';
import { EtagCache } from './etag-cache.js';

/** Options of one request. */
export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds after which a request fails if nothing arrives. Default: 30,000. */
  timeout?: number | undefined;
  /**
   * Milliseconds that a request may wait in total before it is repeated, after 429 and while the
   * server is unavailable. Default: 60,000. If `Retry-After` is longer, the request fails at once.
   */
  maxWait?: number | undefined;
}

export interface RequestsOptions extends Omit<RequestOptions, 'signal'> {
  /** API key. Without it, the server refuses most requests with `missing_api_key`. */
  key?: string | undefined;
  /**
   * Maximum number of characters of responses to keep. Unchanged ones are not sent again. Default:
   * 4,000,000.
   */
  cacheSize?: number;
  fetch?: typeof fetch;
}

interface QueryValues {
  wait?: number | undefined;
  [name: string]: unknown;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** Attempts to connect at first. A wrong address must not fail only after a minute. */
const CONNECTION_ATTEMPTS = 3;
const TEMPORARY_STATUSES = [429, 502, 503, 504];

/** Sends requests, and repeats the ones that fail temporarily: all of them are safe to repeat. */
export class Requests {
  private readonly base: string;
  private readonly key: Record<string, string>;
  private readonly fetch: typeof fetch;
  private readonly cache: EtagCache;
  private readonly timeout: number;
  private readonly maxWait: number;
  /** True once the server has answered, so its address is right. */
  private isReached = false;

  /** @throws TypeError for a URL or key that `fetch` would refuse like a lost connection */
  constructor(url: string, options: RequestsOptions) {
    this.base = `${url.replace(/\/+$/, '')}/api/v1`;
    if (!canFetch(this.base)) {
      throw new TypeError(
        'The URL of the directory must start with http:// or https://, without user name and password.',
      );
    }
    if (!/^[\x20-\x7e]*$/.test(options.key?.trim() ?? '')) {
      throw new TypeError(
        'The API key contains characters that no key has. Check how it was copied.',
      );
    }
    this.key = options.key === undefined ? {} : { 'X-API-Key': options.key };
    // Browsers call it only without a receiver.
    this.fetch = options.fetch ?? ((...request) => fetch(...request));
    this.cache = new EtagCache(options.cacheSize ?? 4_000_000);
    this.timeout = options.timeout ?? 30_000;
    this.maxWait = options.maxWait ?? 60_000;
  }

  /** @param query the server may let the request wait for `wait` seconds */
  async get<Body>(
    path: string,
    query: QueryValues = {},
    options: RequestOptions = {},
  ): Promise<Body> {
    const pathAndQuery = path + textOf(query);
    const cached = this.cache.get(pathAndQuery);
    const headers: HeadersInit = cached ? { 'If-None-Match': cached.etag } : {};
    const timeout = (options.timeout ?? this.timeout) + 1_000 * (query.wait ?? 0);
    return this.send(
      pathAndQuery,
      { headers },
      { ...options, timeout },
      async (response, deadline) => {
        if (cached && response.status === 304) return JSON.parse(cached.text) as Body;
        const text = await deadline.until(response.text());
        const body = parsed<Body>(text, response);
        const etag = response.headers.get('ETag');
        if (etag) this.cache.set(pathAndQuery, { etag, text });
        return body;
      },
    );
  }

  async post<Body>(path: string, body: object, options: RequestOptions = {}): Promise<Body> {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return this.send(path, init, options, async (response, deadline) =>
      parsed<Body>(await deadline.until(response.text()), response),
    );
  }

  /**
   * Downloads a file.
   *
   * @param read consumes the content; called again if the connection breaks
   */
  async download(
    path: string,
    options: RequestOptions,
    read: (headers: Headers, chunks: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void> {
    await this.send(path, {}, options, (response, deadline) =>
      read(response.headers, chunksOf(response, deadline)),
    );
  }

  private async send<Result>(
    pathAndQuery: string,
    init: RequestInit,
    { signal, timeout = this.timeout, maxWait = this.maxWait }: RequestOptions,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    let waited = 0;
    for (let attempt = 1; ; attempt++) {
      const deadline = new Deadline(timeout, signal);
      try {
        const response = await deadline.until(
          this.fetch(this.base + pathAndQuery, {
            ...init,
            headers: { ...init.headers, ...this.key },
            signal: deadline.signal,
            // Following it would send the key to any address that a response names.
            redirect: 'manual',
          }),
        );
        this.isReached = true;
        if (!response.ok && response.status !== 304 && !isMovedRecord(response)) {
          throw errorFrom(response, await deadline.until(response.text()));
        }
        return await read(response, deadline);
      } catch (error) {
        const wait = waitAfter(error, attempt, this.isReached);
        if (wait === undefined || waited + wait > maxWait) throw error;
        waited += wait;
        await pause(wait, signal);
      } finally {
        deadline.end();
      }
    }
  }
}

/** Reports whether `fetch` accepts the URL, which in browsers may be relative to the page. */
function canFetch(url: string): boolean {
  try {
    return /^https?:/.test(new Request(url).url);
  } catch {
    return false;
  }
}

/** Reports whether a redirect contains the record, as that from a former slug does. */
function isMovedRecord({ status, headers }: Response): boolean {
  return status === 308 && Boolean(headers.get('Content-Type')?.startsWith('application/json'));
}

/** Returns the milliseconds to wait before another attempt, or undefined if it would be useless. */
function waitAfter(error: unknown, attempt: number, isReached: boolean): number | undefined {
  if (!(error instanceof DirectoryError)) return undefined;
  const isTemporary =
    error.code === 'connection_failed'
      ? isReached || attempt < CONNECTION_ATTEMPTS
      : TEMPORARY_STATUSES.includes(error.status ?? 0);
  if (!isTemporary) return undefined;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
  const jittered = backoff * (0.5 + Math.random() / 2);
  return Math.max((error.retryAfter ?? 0) * 1_000, jittered);
}

function textOf(query: QueryValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value == null) continue;
    const values = [value].flat() as unknown[];
    // The server refuses an empty value. Without the parameter, it would return every record.
    for (const each of values.length > 0 ? values : ['']) parameters.append(name, String(each));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

function parsed<Body>(text: string, response: Response): Body {
  try {
    const body = JSON.parse(text) as Body & { success: boolean };
    if (body.success) return body;
  } catch {
    // The response is not from the API.
  }
  throw errorFrom(response, text);
}

async function* chunksOf(response: Response, deadline: Deadline): AsyncGenerator<Uint8Array, void> {
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await deadline.until(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
