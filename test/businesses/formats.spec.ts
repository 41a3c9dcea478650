import { parse } from 'csv-parse/sync';
import { v7 as uuidv7 } from 'uuid';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

const FULL = {
  name: 'Café "Ön", Inc.',
  slug: 'full',
  description: 'Two\nlines',
  street: '1 Main Street',
  city: 'Duluth',
  county: 'St. Louis',
  postal_code: '55802',
  latitude: 46.7867,
  longitude: -92.1005,
  precision: 'exact',
  phone: '+12185550147',
  hours: [
    { day: 'monday', opens: '09:00', closes: '12:00' },
    { day: 'monday', opens: '13:00', closes: '17:00' },
    { day: 'friday', opens: '17:00', closes: '01:30' },
  ],
  categories: ['bakeries', 'cafes'],
};

describe('formats and fields of the list', () => {
  const { program, pool, key, names } = useDirectory();
  let full: string;

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafés');
    full = await insertBusiness(pool, FULL);
  });

  const address = (query: string, format = '') =>
    `${program.url}/api/v1/businesses${format}?${query}`;
  const list = (query: string, headers: Record<string, string> = {}) =>
    call('GET', address(query), { key, headers });
  const geoJson = (query: string) => call('GET', address(query, '.geojson'), { key });
  const text = async (query: string, headers: Record<string, string> = {}, format = '') => {
    const response = await fetch(address(query, format), {
      headers: { 'x-api-key': key, ...headers },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const csv = async (query: string) =>
    parse<Record<string, string>>((await text(`format=csv&${query}`)).text, { columns: true });
  const refusedField = async (query: string) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    return body.error.details[0].field as string;
  };

  describe('ids', () => {
    it('returns businesses of any status, and no tombstones', async () => {
      const closed = await insertBusiness(pool, { name: 'Closed', status: 'closed' });
      const removed = await insertBusiness(pool, { name: 'Removed', removed_at: new Date() });
      const ids = [closed, removed, full.toUpperCase(), uuidv7()].join(',');
      expect(await names(`ids=${ids}`)).toEqual([FULL.name, 'Closed']);
      expect(await names(`ids=${ids}&status=open`)).toEqual([FULL.name]);
      expect((await list(`ids=${ids}&openAt=now`)).status).toBe(200);
    });

    it('accepts at most a hundred UUIDs', async () => {
      const ids = (count: number) => Array.from({ length: count }, () => uuidv7()).join(',');
      expect((await list(`ids=${full},${ids(99)}`)).body.pagination.total).toBe(1);
      expect(await refusedField(`ids=${ids(101)}`)).toBe('ids');
      expect(await refusedField(`ids=full`)).toBe('ids');
    });
  });

  describe('fields', () => {
    it('selects the requested fields and the id', async () => {
      const { body } = await list(`ids=${full}&fields=phone,name`);
      expect(body.data).toEqual([{ id: full, name: FULL.name, phone: FULL.phone }]);
      const point = 'latitude=46.7867&longitude=-92.1005';
      const near = await list(`ids=${full}&fields=distance&${point}`);
      expect(near.body.data).toEqual([{ id: full, distance: 0 }]);
    });

    it('suggests the nearest name for an unknown field', async () => {
      const { status, body } = await list('fields=name,adress');
      expect([status, body.error.details[0].field]).toEqual([400, 'fields']);
      expect(body.error.message).toContain('Did you mean "address"?');
      expect(await refusedField('fields=distance')).toBe('fields');
      expect(await refusedField('fields=')).toBe('fields');
    });
  });

  describe('facets in the list', () => {
    it('count the whole list and state how many values are omitted', async () => {
      await pool.query(
        `INSERT INTO businesses (id, slug, name, city, county, updated_at)
         SELECT gen_random_uuid(), 'facet-' || n, 'Facet', 'City ' || n, 'Cook', now() FROM generate_series(1, 101) AS n`,
      );
      const { body } = await list('q=facet&limit=1&facets=city,county');
      expect(Object.keys(body.facets)).toEqual(['city', 'county']);
      expect(body.facets.county).toEqual({
        values: [{ slug: 'cook', name: 'Cook', count: 101 }],
        omitted: 0,
      });
      expect([body.facets.city.values.length, body.facets.city.omitted]).toEqual([100, 1]);

      const all = await list('facets=category');
      expect(all.body.facets.category.values).toEqual([
        { slug: 'bakeries', name: 'Bakeries', parent: null, count: 1 },
        { slug: 'cafes', name: 'Cafés', parent: null, count: 1 },
      ]);
      expect((await list('')).body).not.toHaveProperty('facets');
      await pool.query(`DELETE FROM businesses WHERE name = 'Facet'`);
    });

    it('have the version of the page', async () => {
      const counted = async () => (await list('city=Ely&facets=city')).body;
      await counted();
      for (let count = 1; count <= 5; count++) {
        await insertBusiness(pool, { name: 'One', city: 'Ely', county: 'St. Louis' });
        const { pagination, facets } = await counted();
        expect(facets.city.values[0]?.count ?? 0).toBe(pagination.total);
      }
      await pool.query(`DELETE FROM businesses WHERE city = 'Ely'`);
    });

    it('are refused by name where they are not supported', async () => {
      expect(await refusedField('facets=zip')).toBe('facets');
      expect(await refusedField('facets=city&format=csv')).toBe('facets');
    });
  });

  describe('GeoJSON', () => {
    it('is a collection of points, with a null geometry for unknown places', async () => {
      await insertBusiness(pool, { name: 'Nowhere', slug: 'nowhere' });
      const { body, headers } = await geoJson('sort=newest');
      expect(headers.get('content-type')).toBe('application/geo+json');
      expect(headers.get('x-total-count')).toBe('2');
      expect(headers.get('link')).toContain('rel="first"');
      expect(body.type).toBe('FeatureCollection');
      const [nowhere, place] = body.features;
      expect(nowhere).toMatchObject({ geometry: null, properties: { name: 'Nowhere' } });
      expect(place).toMatchObject({
        type: 'Feature',
        id: full,
        geometry: { type: 'Point', coordinates: [FULL.longitude, FULL.latitude] },
      });
      const [record] = (await list(`ids=${full}`)).body.data;
      expect(place.properties).toEqual(record);
      await pool.query(`DELETE FROM businesses WHERE slug = 'nowhere'`);
    });

    it('has the requested fields as properties', async () => {
      const { body } = await geoJson(`ids=${full}&fields=name`);
      expect(body.features[0].properties).toEqual({ id: full, name: FULL.name });
      expect(body.features[0].geometry.coordinates).toHaveLength(2);
    });
  });

  it.each([
    ['csv', 'text/csv'],
    ['geojson', 'application/geo+json'],
  ])('are the same by address, parameter and header: %s', async (format, accept) => {
    const query = `ids=${full}&fields=name`;
    const answers = await Promise.all([
      text(query, {}, `.${format}`),
      text(`${query}&format=${format}`),
      text(query, { accept }),
    ]);
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([answers[0].text]));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [link, ...others] = answers.map(({ headers }) => headers.get('link'));
    expect(link).toContain(`/businesses.${format}?`);
    expect(others.some((other) => other!.includes(`.${format}?`))).toBe(false);
    expect((await text('facets=city', {}, `.${format}`)).status).toBe(400);
  });

  describe('CSV', () => {
    it('has a header and one column per value', async () => {
      const answer = await text(`ids=${full}`, { accept: 'text/csv' });
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers.get('content-disposition')).toBe(
        'attachment; filename="businesses.csv"',
      );
      expect(answer.headers.get('x-total-count')).toBe('1');
      expect(answer.text).toMatch(/^id,slug,name,[\w,]+\r\n/);
      expect(answer.text).toMatch(/\r\n$/);
      const [row] = await csv(`ids=${full}`);
      expect(row).toMatchObject({
        id: full,
        name: FULL.name,
        description: FULL.description,
        categories: 'Bakeries; Cafés',
        city: 'Duluth',
        postalCode: '55802',
        latitude: '46.7867',
        longitude: '-92.1005',
        phone: '+12185550147',
        email: '',
        hours: 'Mo 09:00-12:00,13:00-17:00; Fr 17:00-01:30',
        removedAt: '',
      });
      expect(row).not.toHaveProperty('distance');
    });

    it('has the columns of the requested fields', async () => {
      expect(await csv(`ids=${full}&fields=address,name`)).toEqual([
        {
          id: full,
          name: FULL.name,
          street: FULL.street,
          unit: '',
          city: 'Duluth',
          county: 'St. Louis',
          state: 'MN',
          postalCode: '55802',
        },
      ]);
    });

    it('turns formulas into text', async () => {
      const name = '=HYPERLINK("x","y")';
      const id = await insertBusiness(pool, { name, description: 'a=b' });
      const [row] = await csv(`ids=${id}&fields=name,description`);
      expect(row).toEqual({ id, name: `'${name}`, description: 'a=b' });
      await pool.query('DELETE FROM businesses WHERE id = $1', [id]);
    });
  });

  it('follow `format` before `Accept`, and return 406 if neither is available', async () => {
    for (const accept of ['application/json', 'text/html', 'text/csv; charset=utf-8']) {
      const { headers } = await text('format=csv', { accept });
      expect(headers.get('content-type')).toContain('text/csv');
    }
    for (const accept of [
      'application/json; charset=utf-8',
      'text/csv; charset=utf-8; q=0.5, application/json',
    ]) {
      expect((await text('', { accept })).headers.get('content-type')).toContain('json');
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect((await text('', { accept: browser })).headers.get('content-type')).toContain('json');
    expect((await text('', { accept: 'text/html' })).status).toBe(406);
    expect(await refusedField('format=xml')).toBe('format');
  });
});
