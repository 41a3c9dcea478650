import type { CallHandler, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, of } from 'rxjs';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { VisitorReads } from '#libs/rate-limit/src/reads/visitor-reads.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { CachedResponseGuard } from './cached-response.guard.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';
import { API_CACHING, type CacheableRead, type Representation } from './representation.js';
import { ResponseCaches } from './response-cache.js';

interface Answer {
  status?: number;
  headers: Record<string, string>;
  body?: string;
}

describe(ResponseCacheInterceptor.name, () => {
  let clock: ManualClock;
  let version: { recent: string; current(): Promise<string>; moved: jest.Mock };
  let read: jest.Mock<Promise<Representation>>;
  let interceptor: ResponseCacheInterceptor;
  let guard: CachedResponseGuard;
  /** Link header of a deprecated operation. */
  let linkBefore: string | undefined;
  /** Resolves when reads have their turn. */
  let turn: Promise<void> | undefined;

  beforeEach(() => {
    clock = new ManualClock();
    linkBefore = undefined;
    turn = undefined;
    version = { recent: '1', current: async () => version.recent, moved: jest.fn() };
    read = jest.fn(async () => represent());
    const responses = new ResponseCaches(clock);
    const known = version as unknown as DirectoryVersion;
    const reads = { run: async (_request, read) => (await turn, read()) } as VisitorReads;
    interceptor = new ResponseCacheInterceptor(known, responses, reads);
    guard = new CachedResponseGuard(known, responses);
  });

  const represent = (more: Partial<Representation> = {}): Representation => ({
    version: version.recent,
    body: { at: version.recent },
    caching: API_CACHING,
    ...more,
  });
  const exchange = (url: string, headers: Record<string, string>, elapsedTime: number) => {
    const answer: Answer = { headers: {} };
    const reply = {
      elapsedTime,
      getHeader: (name: string) => (name === 'Link' ? linkBefore : undefined),
      status: (status: number) => ((answer.status = status), reply),
      headers: (some: Record<string, string>) => (Object.assign(answer.headers, some), reply),
      send: (bytes?: Buffer) => ((answer.body = bytes?.toString()), reply),
    } as unknown as FastifyReply;
    const request = {
      url,
      headers,
      context: {},
      routeOptions: { url },
    } as unknown as FastifyRequest;
    const getArgByIndex = (index: number) => [request, reply][index];
    return { answer, context: { getArgByIndex } as unknown as ExecutionContext };
  };
  const get = async (
    url = '/api/v1/businesses',
    { headers = {}, elapsedTime = 0 } = {},
  ): Promise<Answer> => {
    const { answer, context } = exchange(url, headers, elapsedTime);
    const next: CallHandler<CacheableRead> = { handle: () => of(read) };
    const bytes = await firstValueFrom(interceptor.intercept(context, next));
    return { ...answer, body: bytes?.toString() };
  };
  /** Returns what the guard sends, or undefined if it passes the request on. */
  const remembered = (url = '/api/v1/businesses', headers = {}): Answer | undefined => {
    const { answer, context } = exchange(url, headers, 0);
    return guard.canActivate(context) === true ? undefined : answer;
  };

  /** Makes the next read wait for a call of the returned function. */
  const holdRead = () => {
    const result = represent();
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    read.mockImplementationOnce(async () => {
      await held;
      return result;
    });
    return finish;
  };

  it('reads once for each version and lets the guard send the response from then on', async () => {
    expect(remembered()).toBeUndefined();
    expect(await get()).toMatchObject({ status: 200, body: '{"at":"1"}' });
    expect(await get()).toMatchObject({ status: 200, body: '{"at":"1"}' });
    expect(remembered()).toMatchObject({ status: 200, body: '{"at":"1"}' });
    expect(read).toHaveBeenCalledTimes(1);

    version.recent = '2';
    expect(remembered()).toBeUndefined();
    expect((await get()).body).toBe('{"at":"2"}');
  });

  it('reads once for concurrent requests, and once for each URL', async () => {
    const answers = await Promise.all([get('/a'), get('/a'), get('/a?x'), get('/a')]);
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"at":"1"}']));
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('makes nobody wait for a read that waits for its own turn', async () => {
    let begin = () => {};
    turn = new Promise((resolve) => (begin = resolve));
    const queued = get();
    await new Promise((resolve) => setImmediate(resolve));
    turn = undefined;
    expect((await get()).body).toBe('{"at":"1"}');
    begin();
    expect((await queued).body).toBe('{"at":"1"}');
  });

  it('does not serve a read that started before a change to later requests', async () => {
    const finish = holdRead();
    const before = get();
    await new Promise((resolve) => setImmediate(resolve));
    version.recent = '2';
    const after = get();
    expect((await after).body).toBe('{"at":"2"}');
    finish();
    expect((await before).body).toBe('{"at":"1"}');
    expect(remembered()?.body).not.toBe('{"at":"1"}');
  });

  it('refreshes the version if a read returned a later one, and does not cache the response', async () => {
    await get();
    expect(version.moved).not.toHaveBeenCalled();
    read.mockResolvedValue(represent({ version: '2' }));
    await get('/other');
    expect(version.moved).toHaveBeenCalledTimes(1);
    version.recent = '2';
    expect(remembered('/other')).toBeUndefined();
  });

  it('does not cache a failed read', async () => {
    read.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(get()).rejects.toThrow('away');
    expect((await get()).body).toBe('{"at":"1"}');
  });

  it('caches a time-dependent response until its time', async () => {
    read.mockResolvedValue(represent({ until: new Date(clock.now().getTime() + 1_000) }));
    await get('/');
    clock.advance(999);
    expect(remembered('/')).toBeDefined();
    clock.advance(1);
    expect(remembered('/')).toBeUndefined();
    read.mockResolvedValue(represent({ body: { at: 'later' } }));
    expect((await get('/')).body).toBe('{"at":"later"}');
  });

  it('returns 304 without content headers if the client has the response', async () => {
    const { headers } = await get();
    const held = { 'if-none-match': headers.ETag! };
    for (const answer of [await get(undefined, { headers: held }), remembered(undefined, held)]) {
      expect([answer!.status, answer!.body]).toEqual([304, undefined]);
      expect(Object.keys(answer!.headers).sort()).toEqual(['Cache-Control', 'ETag', 'Vary']);
    }
    expect((await get(undefined, { headers: { 'if-none-match': '"1-other"' } })).status).toBe(200);
    expect((await get(undefined, { headers: { 'if-none-match': ' * ' } })).status).toBe(304);
  });

  it('adds the links of a response to those of the operation', async () => {
    const headers = { Link: '</next>; rel="next"', 'Content-Disposition': 'attachment' };
    read.mockResolvedValue(represent({ headers }));
    expect((await get()).headers.Link).toBe(headers.Link);
    linkBefore = '</old>; rel="deprecation"';
    const { headers: sent } = await get();
    expect(sent.Link).toBe(`${linkBefore}, ${headers.Link}`);
    expect(sent['Content-Disposition']).toBe('attachment');
    const unchanged = remembered(undefined, { 'if-none-match': sent.ETag! })!;
    expect(unchanged.headers.Link).toBe(`${linkBefore}, ${headers.Link}`);
    expect(unchanged.headers).not.toHaveProperty('Content-Disposition');
  });

  it('limits a read to the rest of the five seconds and leaves no timer behind', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const finish = holdRead();
    const outcome = jest.fn();
    void get('/slow', { elapsedTime: 4_900 }).catch(outcome);
    await jest.advanceTimersByTimeAsync(99);
    expect(outcome).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledTimes(1);
    finish();
    await get('/quick');
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('redirects from a former URL to the current one, whatever the client has', async () => {
    read.mockResolvedValue(represent({ movedTo: '/api/v1/businesses/new' }));
    expect(await get(undefined, { headers: { 'if-none-match': '*' } })).toMatchObject({
      status: 308,
      headers: { Location: '/api/v1/businesses/new' },
    });
  });

  it('gives up waiting for a slow read but serves its result to the next request', async () => {
    const finish = holdRead();
    await expect(get(undefined, { elapsedTime: 5_000 })).rejects.toThrow('within 5 s');
    const next = get();
    finish();
    expect((await next).body).toBe('{"at":"1"}');
    expect(read).toHaveBeenCalledTimes(1);
  });
});
