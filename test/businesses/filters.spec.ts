import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

const CAPITOL = { latitude: 44.9552, longitude: -93.1022 };

describe('the list', () => {
  const { pool, api, names } = useDirectory();

  beforeAll(async () => {
    const food = await insertCategory(pool, 'food', 'Food');
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafés');
    await insertCategory(pool, 'shops', 'Shops');
    await insertCategory(pool, 'empty', 'Empty');
    await pool.query(`UPDATE categories SET parent_id = $1 WHERE slug IN ('bakeries', 'cafes')`, [
      food,
    ]);
    const businesses = [
      {
        name: 'A',
        ...CAPITOL,
        city: 'Saint Paul',
        county: 'Ramsey',
        postal_code: '55155',
        categories: ['bakeries'],
      },
      {
        name: 'B',
        latitude: 44.9652,
        longitude: -93.1022,
        city: 'St. Paul',
        county: 'Ramsey',
        postal_code: '55103',
        categories: ['cafes', 'shops'],
      },
      {
        name: 'C',
        latitude: 44.9778,
        longitude: -93.265,
        city: 'Minneapolis',
        county: 'Hennepin',
        postal_code: '55401',
        categories: ['shops'],
      },
      {
        name: 'D',
        latitude: 46.7867,
        longitude: -92.1005,
        city: 'Duluth',
        county: 'St. Louis',
        postal_code: '55802',
        categories: ['food'],
      },
      { name: 'E', hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }] },
    ];
    for (const business of businesses) await insertBusiness(pool, business);
  });

  const list = (query: string) => api(`businesses?${query}`);
  const initials = async (query: string) => (await names(query)).join('');
  /**
   * Retries on 503, because a server that stalls for seconds refuses requests that waited too long.
   */
  const unlessBusy = (ask: () => Promise<Answer>) =>
    eventually(async () => {
      const answer = await ask();
      return answer.status === 503 ? undefined : answer;
    });
  const around = (radius: number) =>
    `latitude=${CAPITOL.latitude}&longitude=${CAPITOL.longitude}&radius=${radius}`;

  it.each([
    ['category=bakeries', 'A'],
    ['category=bakeries,shops', 'ABC'],
    ['category=food', 'ABD'],
    ['category=Caf%C3%A9s,SHOPS', 'BC'],
    ['category=empty', ''],
    ['city=Duluth,%20MN', 'D'],
    ['city=Bemidji', ''],
    ['city=mpls', 'C'],
    ['county=Hennepin%20County', 'C'],
    ['county=saint-louis', 'D'],
    ['county=Hennepin,%20MN', 'C'],
    ['county=Cook', ''],
    ['postalCode=55401-1234,554021234', 'C'],
    ['postalCode=55999', ''],
    ['city=st.%20paul,DULUTH', 'ABD'],
    ['city=St.%20Paul&city=Duluth', 'ABD'],
    ['county=Saint%20Louis,hennepin', 'CD'],
    ['postalCode=55401,55155', 'AC'],
    ['city=saint-paul&category=shops', 'B'],
    ['city=duluth&category=shops', ''],
    [around(1200), 'AB'],
    [`bbox=-93.4,44.9,-93.0,45.1&${around(1200)}`, 'AB'],
    ['openAt=2026-01-05T09:00:00-06:00', 'E'],
    ['openAt=2026-01-05T17:00:00-06:00', ''],
    ['createdSince=2026-01-01T00:00:00Z', 'ABCDE'],
    ['updatedSince=2999-01-01T00:00:00%2B01:00', ''],
  ])('filtered by %s contains %p', async (query, expected) => {
    expect(await initials(`${query}&sort=name`)).toBe(expected);
    expect((await list(query)).body.pagination.total).toBe(expected.length);
  });

  it('returns the distance in meters in any order, with the same list as without the point', async () => {
    const { latitude, longitude } = CAPITOL;
    const near = `latitude=${latitude}&longitude=${longitude}`;
    const distances = async (query: string) =>
      (await list(query)).body.data.map(({ name, distance }: any) => [name, distance]);
    const byName = [
      ['A', 0],
      ['B', expect.closeTo(1112, 0)],
      ['C', expect.closeTo(13_060, -2)],
      ['D', expect.closeTo(217_700, -3)],
      ['E', null],
    ];
    expect(await distances(`${near}&sort=name`)).toEqual(byName);
    expect(await distances(`${near}&sort=distance`)).toEqual(byName);
    expect(await distances(`${near}&sort=newest`)).toEqual(byName.toReversed());
    expect(await distances(`${near}&radius=1200&sort=name`)).toEqual(byName.slice(0, 2));
    expect((await distances('sort=name'))[0]).toEqual(['A', undefined]);
  });

  it('returns the right page to each of many simultaneous requests', async () => {
    const orders = ['sort=name', 'sort=newest'];
    for (const latitude of [44.9552, 46.8]) {
      orders.push(`sort=distance&latitude=${latitude}&longitude=-93.1022`);
    }
    const asked = orders.flatMap((order) => [1, 2, 3, 4, 5, 6].map((page) => ({ order, page })));
    const whole = new Map<string, unknown[]>();
    for (const order of orders) whole.set(order, (await list(order)).body.data);

    const answers = await Promise.all(
      asked.map(({ order, page }) => unlessBusy(() => list(`${order}&limit=1&page=${page}`))),
    );
    expect(answers.map(({ body }) => body.data)).toEqual(
      asked.map(({ order, page }) => whole.get(order)!.slice(page - 1, page)),
    );
  });

  it('finds businesses by attributes, identifiers and confirmation', async () => {
    const set = (name: string, values: object, confirmed: string | null = null) =>
      pool.query(
        `UPDATE businesses SET attributes = $2, identifiers = $3, confirmed_on = $4 WHERE name = $1`,
        [
          name,
          JSON.stringify(values),
          JSON.stringify([{ scheme: 'osm', value: `node/${name.charCodeAt(0)}` }]),
          confirmed,
        ],
      );
    await set('A', { wheelchair: 'yes', wifi: true }, '2026-10-05');
    await set('B', { wheelchair: 'limited', payment: ['ebt'] }, '2026-10-04');
    await set('C', { wheelchair: 'no', wifi: false });
    for (const [query, expected] of [
      ['attribute=wheelchair', 'AB'],
      ['attribute=wheelchair,wifi', 'A'],
      ['attribute=ebt', 'B'],
      ['identifier=osm:node/65,osm:node/67', 'AC'],
      ['identifier=osm:node/65&identifier=osm:way/66', 'A'],
      ['identifier=osm:node/65&city=Duluth', ''],
      ['identifier=osm:node/65&q=a', 'A'],
      ['confirmedSince=2026-10-05', 'A'],
      ['confirmedSince=1969-12-31', 'AB'],
    ] as const) {
      expect([query, await initials(query)]).toEqual([query, expected]);
    }
    const { body } = await list('facets=attribute&limit=1');
    expect(body.facets.attribute.values).toEqual([
      { slug: 'wheelchair', name: 'Wheelchair accessible', count: 2 },
      { slug: 'wifi', name: 'Wi-Fi', count: 1 },
      { slug: 'ebt', name: 'Accepts EBT/SNAP', count: 1 },
    ]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=', 'page'],
    ['status=OPEN', 'status'],
    ['attribute=wheelchair,pool', 'attribute'],
    ['confirmedSince=2026-02-30', 'confirmedSince'],
    [`${around(0)}`, 'radius'],
    [`${around(80_001)}`, 'radius'],
    ['sort=distance', 'sort'],
    ['sort=NAME', 'sort'],
    ['openAt=noon', 'openAt'],
    ['createdSince=yesterday', 'createdSince'],
    ['updatedSince=2026-01-01', 'updatedSince'],
    ['category=', 'category'],
    ['category=shop,cafe', 'category'],
    ['postalCode=10001', 'postalCode'],
    ['q=', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a%00b', 'q'],
  ])('refuses %s, naming %s', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
    expect(body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    expect(body.error.message).toContain(field);
  });

  it.each([
    ['zip=55401', 'zip', 'Did you mean "postalCode"?'],
    ['lat=45', 'lat', 'Did you mean "latitude"?'],
    ['categories=bakery', 'categories', 'Did you mean "category"?'],
    ['cities=Duluth', 'cities', 'Did you mean "city"?'],
    ['counties=Cook', 'counties', 'Did you mean "county"?'],
    ['page-size=5', 'page-size', 'Did you mean "limit"?'],
    ['LIMIT=5', 'LIMIT', 'Did you mean "limit"?'],
    ['catgory=x', 'catgory', 'Did you mean "category"?'],
    ['category=Bakerys', 'category', 'Did you mean "bakeries"?'],
    ['identifier=mn-sos:1', 'identifier', 'it must be mn-sos: followed by a file number'],
    ['identifier=sos:1234', 'identifier', 'with a scheme among osm, '],
    ['city=Mineapolis', 'city', 'Did you mean "Minneapolis"?'],
    ['county=Henepin', 'county', 'Did you mean "Hennepin"?'],
    ['city=Fargo', 'city', 'There is no Minnesota city "Fargo".'],
    ['city=Duluth;Ely', 'city', 'Separate values with commas, or repeat the parameter.'],
    ['state=MN', 'state', 'Every record is in Minnesota, so omit it.'],
    ['near=Duluth', 'near', 'Name the place in city, or send latitude, longitude and radius.'],
    ['postalCode=55401-12', 'postalCode', 'five digits'],
  ])('suggests what %s may mean', async (query, field, message) => {
    const { status, body } = await list(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
    expect(body.error.details).toEqual([{ field, message: expect.stringContaining(message) }]);
  });

  it('finds a category by its former slugs', async () => {
    for (const slug of ['stores', 'boutiques']) {
      await pool.query(`UPDATE categories SET slug = $1 WHERE name = 'Shops'`, [slug]);
    }
    const total = async (query: string) => (await list(query)).body.pagination?.total as number;
    await eventually(async () => (await total('category=boutiques')) === 2 || undefined);
    expect(await total('category=shops')).toBe(2);
    expect(await total('category=stores')).toBe(2);
    await insertCategory(pool, 'stores', 'Stores');
    await eventually(async () => (await total('category=stores')) === 0 || undefined);
    expect(await total('category=shops')).toBe(2);
  });
});
