import type { Database } from '#libs/database/src/database.js';
import type { Statements } from '#libs/database/src/sql.js';
import { usedMemory } from '../../../../test/support/used-memory.ts';
import type { BusinessCriteria } from './business-criteria.js';
import { ResultSetCache } from './result-set-cache.js';

const MAX_RESULT_SETS = 10_000;

/** Number of ids in a list, unless a test sets another. */
const MATCHES = 100;

const criteriaOf = (index: number, choices = 1): BusinessCriteria => ({
  page: 1,
  limit: 20,
  sort: 'name',
  status: 'open',
  city: Array.from({ length: choices }, (_, n) => `${index} ${n} ${'x'.repeat(90)}`),
});

describe(ResultSetCache.name, () => {
  let queries: string[];
  let failing: boolean;
  let matches: number;
  let resultSets: ResultSetCache;

  const query = async (statement: string | { text: string; values: unknown[] }) => {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: [] } : statement;
    queries.push(text);
    if (failing) throw new Error('The database is away.');
    if (text.includes('string_agg')) {
      return { rows: [{ numbers: Buffer.alloc(4 * matches) }] };
    }
    const places = { cities: structuredClone(values[2]) };
    return {
      rows: [{ version: '1', changedAt: '2026-01-01', listsSince: '1', terms: null, places }],
    };
  };

  beforeEach(() => {
    queries = [];
    [failing, matches] = [false, MATCHES];
    resultSets = new ResultSetCache({ reads: { query } } as unknown as Database);
  });

  const find = (criteria: BusinessCriteria) => resultSets.find(criteria, Infinity);

  it('counts no less memory than it uses, even for long criteria', async () => {
    const before = await usedMemory();
    for (let index = 0; index < 2_000; index++) await find(criteriaOf(index, 50));
    queries = [];
    expect((await usedMemory()) - before).toBeLessThan(resultSets.held.bytes);
    expect(resultSets.held.resultSets).toBe(2_000);
  });

  it('holds at most twelve lists of a million businesses', async () => {
    matches = 1_000_000;
    for (let index = 0; index < 12; index++) await find(criteriaOf(index));
    expect(resultSets.held.resultSets).toBe(12);
    await find(criteriaOf(12));
    expect(resultSets.held.resultSets).toBe(12);
  });

  it(`holds the ${MAX_RESULT_SETS} most recently used lists`, async () => {
    const first = await find(criteriaOf(0));
    for (let index = 1; index < MAX_RESULT_SETS; index++) await find(criteriaOf(index));
    expect(await find(criteriaOf(0))).toBe(first);
    expect(resultSets.held.resultSets).toBe(MAX_RESULT_SETS);
    await find(criteriaOf(MAX_RESULT_SETS));
    expect(resultSets.held.resultSets).toBe(MAX_RESULT_SETS);
    expect(await find(criteriaOf(0))).toBe(first);
    queries = [];
    await find(criteriaOf(1));
    expect(queries).not.toEqual([]);
  });

  it('reads a list once for concurrent requests and does not cache a failure', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => find(criteriaOf(0))));
    expect(new Set(found).size).toBe(1);
    expect(queries).toHaveLength(2);
    failing = true;
    for (let index = 1; index <= 3; index++) {
      await expect(find(criteriaOf(index))).rejects.toThrow('away');
    }
    failing = false;
    for (let index = 1; index <= 3; index++) await find(criteriaOf(index));
    expect(resultSets.held.resultSets).toBe(4);
  });

  it('runs no query for a list that is at the version or later', async () => {
    const held = await find(criteriaOf(0));
    queries = [];
    for (const version of [undefined, '0', '1']) {
      expect(await resultSets.find(criteriaOf(0), Infinity, version)).toBe(held);
    }
    expect(queries).toEqual([]);
    await resultSets.find(criteriaOf(0), Infinity, '2');
    expect(queries).not.toEqual([]);
  });

  it('reads a list within a snapshot without caching it', async () => {
    const state = { query } as unknown as Statements;
    const nearest = { ...criteriaOf(0), sort: 'distance', point: { latitude: 1, longitude: 1 } };
    const copyAt = (atLeast: number) =>
      resultSets.copyAt(state, nearest as BusinessCriteria, atLeast);
    expect((await copyAt(MATCHES)).total).toBe(MATCHES);
    expect(resultSets.held.resultSets).toBe(0);
    const near = await resultSets.find(nearest as BusinessCriteria, MATCHES);
    // The cached circle contains too few businesses.
    expect((await copyAt(MATCHES + 1)).covers(MATCHES + 1)).toBe(true);
    expect(near.covers(MATCHES + 1)).toBe(false);
    expect(await resultSets.find(nearest as BusinessCriteria, MATCHES)).toBe(near);
  });

  it('caches one list per point, regardless of the number of requested businesses', async () => {
    const nearest = { ...criteriaOf(0), sort: 'distance', point: { latitude: 1, longitude: 1 } };
    const near = await resultSets.find(nearest as BusinessCriteria, MATCHES);
    expect(await resultSets.find(nearest as BusinessCriteria, MATCHES - 1)).toBe(near);
    const farther = await resultSets.find(nearest as BusinessCriteria, MATCHES + 1);
    expect(farther).not.toBe(near);
    expect(resultSets.held.resultSets).toBe(1);
  });
});
