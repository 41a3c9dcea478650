import type { FastifyRequest } from 'fastify';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { usedMemory } from '../../../test/support/used-memory.ts';
import { type CachedResponse, entityTag } from './cached-response.js';
import { encode } from './content-coding.js';
import { ResponseCache, ResponseCaches } from './response-cache.js';

const VERSION = '1';
const answerOf = (bytes: Buffer): CachedResponse => ({
  version: VERSION,
  status: 200,
  headers: {
    'Cache-Control': 'no-cache',
    Vary: '',
    ETag: entityTag(VERSION, bytes),
  },
  bytes,
});
const addressOf = (index: number, length: number) => `br /${index}?q=${'x'.repeat(length)}`;

describe(ResponseCache.name, () => {
  let cache: ResponseCache;

  beforeEach(() => {
    cache = new ResponseCache(new ManualClock());
  });

  it('counts no less memory than it uses, even for responses sliced from larger buffers', async () => {
    const fill = async (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        const text = Buffer.from(`{"index":${index}}`);
        // Compressing them all would take ten seconds.
        const bytes = index % 10 === 0 ? await encode(text, 'br') : text;
        cache.set(addressOf(index, 100), answerOf(bytes));
      }
    };
    // Warm up first, because compiled code and the like are not part of the cache.
    await fill(0, 100);
    const before = await usedMemory();
    await fill(100, 2_000);
    expect((await usedMemory()) - before).toBeLessThan(cache.size.bytes);
    expect(cache.size.responses).toBe(2_000);
  });

  it('holds the 10,000 most recently used responses', () => {
    for (let index = 0; index < 10_000; index++) {
      cache.set(addressOf(index, 1), answerOf(Buffer.from('{}')));
    }
    expect(cache.get(addressOf(0, 1), VERSION)).toBeDefined();
    cache.set(addressOf(10_000, 1), answerOf(Buffer.from('{}')));
    expect(cache.size.responses).toBe(10_000);
    expect(cache.get(addressOf(0, 1), VERSION)).toBeDefined();
    expect(cache.get(addressOf(1, 1), VERSION)).toBeUndefined();
  });

  it('counts long URLs and large bodies', async () => {
    const before = await usedMemory();
    for (let index = 0; index < 3_000; index++) {
      cache.set(addressOf(index, 15_000), answerOf(Buffer.alloc(10_000)));
    }
    expect(cache.size.bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
    expect(cache.size.responses).toBeLessThan(1_000);
    expect((await usedMemory()) - before).toBeLessThan(24 * 1024 * 1024);
  });

  it('counts the links to other pages, which repeat a long URL', async () => {
    const before = await usedMemory();
    for (let index = 0; index < 5_000; index++) {
      const { headers, ...answer } = answerOf(Buffer.from('{}'));
      const Link = Buffer.alloc(6_000, 'x').toString('latin1');
      cache.set(addressOf(index, 1_400), { ...answer, headers: { ...headers, Link } });
    }
    expect((await usedMemory()) - before).toBeLessThan(24 * 1024 * 1024);
  });
});

describe(ResponseCaches.name, () => {
  it('keeps pages from evicting API responses, and vice versa', () => {
    const caches = new ResponseCaches(new ManualClock());
    const cacheOf = (url: string) =>
      caches.of({ url, routeOptions: {}, context: {} } as FastifyRequest);
    const api = cacheOf('/api/v1/businesses');
    const pages = cacheOf('/b/loon-cafe');
    const fill = (cache: ResponseCache) => {
      for (let index = 1; index <= 100; index++) {
        cache.set(addressOf(index, 1), answerOf(Buffer.alloc(500_000)));
      }
    };
    const first = addressOf(0, 1);
    const large = answerOf(Buffer.alloc(500_000));
    api.set(first, large);
    fill(pages);
    expect(api.get(first, VERSION)).toBeDefined();
    pages.set(first, large);
    fill(api);
    expect(pages.get(first, VERSION)).toBeDefined();
    expect(api.get(first, VERSION)).toBeUndefined();
  });
});
