import { toCriteria } from './business-criteria.js';
import type { ListBusinessesQuery } from './list-businesses.query.js';

/** Saturday, 06:00 in Minnesota. */
const NOW = new Date('2026-11-21T12:00:00Z');
const SIX = Date.parse('2026-11-21T06:00Z') / 60_000;
const POINT = { latitude: 46.8, longitude: -92.1 };

const criteriaOf = (query: Partial<ListBusinessesQuery>) =>
  toCriteria({ page: 1, limit: 20, status: 'open', ...query }, NOW);

describe(toCriteria.name, () => {
  it('adds defaults and keeps other values', () => {
    expect(criteriaOf({ city: ['Ely'] })).toEqual({
      page: 1,
      limit: 20,
      status: 'open',
      sort: 'name',
      city: ['Ely'],
    });
  });

  it.each<[Partial<ListBusinessesQuery>, string]>([
    [{}, 'name'],
    [{ q: 'cafe' }, 'relevance'],
    [{ updatedSince: NOW }, 'updated'],
    [{ q: 'cafe', updatedSince: NOW }, 'relevance'],
    [{ q: 'cafe', sort: 'name' }, 'name'],
    [{ q: 'cafe', sort: 'distance', ...POINT }, 'distance'],
  ])('sorts %j by %s', (query, sort) => {
    expect(criteriaOf(query).sort).toBe(sort);
  });

  it.each<[Partial<ListBusinessesQuery>, string]>([
    [{}, 'open'],
    [{ ids: ['1'] }, 'any'],
    [{ ids: ['1'], openAt: NOW }, 'open'],
    [{ ids: ['1'], status: 'closed' }, 'closed'],
  ])('for %j lists businesses with status %s', (query, status) => {
    expect(criteriaOf({ status: undefined, ...query }).status).toBe(status);
  });

  it('combines two coordinates into a point, including zero', () => {
    expect(criteriaOf({ ...POINT, radius: 500 })).toMatchObject({ point: POINT, radius: 500 });
    expect(criteriaOf(POINT)).toMatchObject({ point: POINT, sort: 'name' });
    const nowhere = { latitude: 0, longitude: 0 };
    expect(criteriaOf({ ...nowhere, radius: 500 }).point).toEqual(nowhere);
    expect(criteriaOf({}).point).toBeUndefined();
  });

  it('returns the local minute in Minnesota for now or a given time', () => {
    expect(criteriaOf({ openAt: 'now' }).openAt).toBe(SIX);
    const inAnHour = new Date(NOW.getTime() + 3_600_000);
    expect(criteriaOf({ openAt: inAnHour }).openAt).toBe(SIX + 60);
    expect(criteriaOf({}).openAt).toBeUndefined();
  });

  it.each<[Partial<ListBusinessesQuery>, string]>([
    [{ longitude: 0 }, 'latitude'],
    [{ latitude: 0 }, 'longitude'],
    [{ radius: 0 }, 'radius'],
    [{ sort: 'distance' }, 'sort'],
    [{ sort: 'relevance' }, 'sort'],
    [{ sort: 'relevance', q: '' }, 'sort'],
    [{ openAt: 'now', status: 'any' }, 'status'],
  ])('rejects %j and names %s', (query, field) => {
    expect(() => criteriaOf(query)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        details: [expect.objectContaining({ field })],
      }) as Error,
    );
  });

  it('reports all contradictions', () => {
    const refused = () => criteriaOf({ radius: 5, sort: 'distance' });
    expect(refused).toThrow(
      'radius requires latitude and longitude. sort=distance requires latitude and longitude.',
    );
  });
});
