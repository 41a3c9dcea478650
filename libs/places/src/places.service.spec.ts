import type { Database } from '#libs/database/src/database.js';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { PlacesService } from './places.service.js';

describe(PlacesService.name, () => {
  let version: string;
  let query: jest.Mock;
  let places: PlacesService;

  beforeEach(() => {
    version = '1';
    query = jest.fn(async () => ({
      rows: [
        {
          version,
          groups: ['Ada', 'Ely', 'Nisswa'].map((city, index) => ({
            ...{ citySlug: city.toLowerCase(), city, businesses: 1 },
            ...(index === 0
              ? { countySlug: null, county: null }
              : { countySlug: 'lake', county: 'Lake' }),
          })),
        },
      ],
    }));
    places = new PlacesService(
      { reads: { query } } as unknown as Database,
      { current: async () => version } as unknown as DirectoryVersion,
    );
  });

  const cities = async (more: { county?: string[]; page?: number } = {}) => {
    const found = await places.cities({ page: 1, limit: 2, ...more });
    return [found.version, found.total, found.items.map(({ name }) => name)];
  };

  it('counts once for each version, even for concurrent callers', async () => {
    const [first] = await Promise.all([cities(), cities(), places.counties({ page: 1, limit: 2 })]);
    expect(first).toEqual(['1', 3, ['Ada', 'Ely']]);
    expect(await cities({ page: 2 })).toEqual(['1', 3, ['Nisswa']]);
    expect(query).toHaveBeenCalledTimes(1);
    version = '2';
    expect(await cities({ county: ['lake', 'cook'] })).toEqual(['2', 2, ['Ely', 'Nisswa']]);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('counts again after a failure', async () => {
    query.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(cities()).rejects.toThrow('away');
    expect(await cities()).toEqual(['1', 3, ['Ada', 'Ely']]);
  });
});
