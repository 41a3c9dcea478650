import type { FastifyRequest } from 'fastify';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { MemoryStorage } from '../storage/memory/memory.storage.js';
import { VisitorReads } from './visitor-reads.js';

const PAGES_A_MINUTE = 600;
const MINUTE = 60_000;

const page = (ip = '192.0.2.1', url = '/search?q=bakery') =>
  ({ url, ip, routeOptions: {}, socket: {}, context: {} }) as unknown as FastifyRequest;

describe(VisitorReads.name, () => {
  let now: number;
  let storage: MemoryStorage;
  let reads: VisitorReads;
  let begun: number;
  let endNext: (() => void)[];

  beforeEach(() => {
    now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    storage = new MemoryStorage(new ManualClock());
    reads = new VisitorReads(storage);
    begun = 0;
    endNext = [];
  });
  afterEach(() => jest.restoreAllMocks());

  const begin = (request = page()) =>
    reads.run(request, async () => {
      begun++;
      await new Promise<void>((resolve) => endNext.push(resolve));
    });
  const takes = (milliseconds: number, request = page()) =>
    reads.run(request, async () => {
      now += milliseconds;
    });
  const counted = async (network = '192.0.2.1') =>
    (await storage.read(`page:${network}`, MINUTE)).count;

  it('runs two reads of an address at once, queues 30 and refuses the next', async () => {
    const started = Array.from({ length: 32 }, () => begin());
    expect(begun).toBe(2);
    await expect(begin()).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '1' },
    });
    for (const ended of started) {
      endNext.shift()!();
      await ended;
    }
    expect(begun).toBe(32);
    void begin();
    expect(begun).toBe(33);
  });

  it('counts an IPv6 /64 as one client, and does not delay others', () => {
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) void begin(page(ip));
    expect(begun).toBe(2);
    void begin(page('2001:db8:0:1::1'));
    expect(begun).toBe(3);
  });

  it('limits no reads for the API', async () => {
    for (let n = 0; n < 40; n++) void begin(page('192.0.2.1', '/api/v1/businesses'));
    expect(begun).toBe(40);
    await takes(10_000, page('192.0.2.1', '/api/v1/businesses'));
    expect(await counted()).toBe(0);
  });

  it.each([
    [19, 0],
    [20, 1],
    [59, 2],
    [20 * PAGES_A_MINUTE - 1, PAGES_A_MINUTE - 1],
    [20 * PAGES_A_MINUTE, PAGES_A_MINUTE],
    [1_000_000, PAGES_A_MINUTE],
  ])('counts a read of %i ms as %i more pages of the address', async (milliseconds, pages) => {
    await takes(milliseconds);
    expect(await counted()).toBe(pages);
    expect(await counted('192.0.2.2')).toBe(0);
  });

  it('charges for a read that fails', async () => {
    const failing = reads.run(page(), async () => {
      now += 100;
      throw new Error('The database is away.');
    });
    await expect(failing).rejects.toThrow('away');
    expect(await counted()).toBe(5);
  });

  it('halves the cost of a read next to one by another visitor', async () => {
    const other = begin(page('192.0.2.2'));
    await takes(100);
    endNext.shift()!();
    await other;
    expect(await counted()).toBe(2);
    expect(await counted('192.0.2.2')).toBe(2);
  });
});
