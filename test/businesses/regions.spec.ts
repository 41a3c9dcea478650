import { minnesotaCities } from '#libs/geography/src/cities.js';
import { COUNTIES } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

interface Region {
  id: string;
  slug: string;
  name: string;
  cities: string[];
  counties: string[];
  postalCodes: string[];
  businessCount: number;
}

describe('regions', () => {
  const { program, pool, key, api: get, admin } = useDirectory();

  beforeAll(async () => {
    const places: [name: string, city: string | null, county: string | null, zip: string | null][] =
      [
        ['Taconite Brewery', 'Virginia', 'St. Louis', '55792'],
        ['Harbor Brewery', 'Duluth', 'St. Louis', '55802'],
        ['Cove Brewery', 'Tofte', 'Cook', '55615'],
        ['Lake Pizza', 'Minneapolis', 'Hennepin', '55408'],
        ['River Pizza', 'Minneapolis', 'Hennepin', '55401'],
        ['Wandering Pizza', null, null, '55408'],
        ['Nowhere Pizza', null, null, null],
      ];
    for (const [name, city, county, postal_code] of places) {
      await insertBusiness(pool, { name, city, county, postal_code });
    }
    await insertBusiness(pool, { name: 'Gone Pizza', postal_code: '55408', status: 'closed' });
  });

  const names = async (query: string) => {
    const { status, body } = await get(`businesses?${query}`);
    expect([status, body.pagination.total]).toEqual([200, body.data.length]);
    return (body.data as { name: string }[]).map(({ name }) => name);
  };
  const page = (path: string) => getPage(program.url + path);

  it.each([
    ['region=iron-range', ['Taconite Brewery']],
    ['region=mesabi', ['Taconite Brewery']],
    ['region=North+Shore', ['Cove Brewery']],
    ['region=uptown', ['Lake Pizza', 'Wandering Pizza']],
    ['region=uptown&status=any', ['Gone Pizza', 'Lake Pizza', 'Wandering Pizza']],
    ['region=uptown,iron-range', ['Lake Pizza', 'Taconite Brewery', 'Wandering Pizza']],
    ['region=MSP', ['Lake Pizza', 'River Pizza']],
    ['region=MSP&postalCode=55401', ['River Pizza']],
    ['region=arrowhead&q=harbor', ['Harbor Brewery']],
  ])('limit the list: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('limit facets, CSV and GeoJSON', async () => {
    const { body } = await get('businesses?region=arrowhead&facets=city');
    expect((body.facets.city.values as { slug: string }[]).map(({ slug }) => slug)).toEqual([
      'duluth',
      'tofte',
      'virginia',
    ]);
    const headers = { 'x-api-key': key };
    const csv = await fetch(`${program.url}/api/v1/businesses.csv?region=uptown`, { headers });
    expect((await csv.text()).trimEnd().split('\n')).toHaveLength(3);
    const json = await fetch(`${program.url}/api/v1/businesses.geojson?region=uptown`, { headers });
    expect(((await json.json()) as { features: unknown[] }).features).toHaveLength(2);
  });

  it('are refused with the nearest name if they do not exist', async () => {
    const { status, body } = await get('businesses?region=iron-rang');
    expect([status, body.error.code, body.error.details[0].field]).toEqual([
      400,
      'invalid_parameter',
      'region',
    ]);
    expect(body.error.message).toMatch(/no region "iron-rang".*Did you mean "Iron Range"\?/);
    expect((await get('businesses?neighborhood=uptown')).body.error.message).toMatch(/"region"/);
  });

  it.each([
    ['nowhere', 'nowhere'],
    ['%00', '\0'],
  ])('do not include %s', async (inPath, slug) => {
    for (const [{ status, body }, operation] of [
      [await admin('GET', `regions/${inPath}`), 'GET /admin/regions'],
      [await get(`regions/${inPath}`), 'GET /api/v1/regions'],
    ] as const) {
      expect([status, body.error.message]).toEqual([
        404,
        `There is no region "${slug}". Use ${operation} to find one.`,
      ]);
    }
  });

  it('are listed with their places and the number of open businesses', async () => {
    const { body } = await get('regions?limit=100');
    const regions = body.data as Region[];
    expect(regions.find(({ slug }) => slug === 'uptown')).toMatchObject({
      slug: 'uptown',
      name: 'Uptown',
      otherNames: ['Uptown Minneapolis'],
      cities: [],
      counties: [],
      postalCodes: ['55408'],
      businessCount: 2,
    });
    const counts = new Map(regions.map(({ slug, businessCount }) => [slug, businessCount]));
    const counted = ['iron-range', 'arrowhead', 'twin-cities', 'red-river-valley'];
    expect(counted.map((slug) => counts.get(slug))).toEqual([1, 3, 2, 0]);
    const first = await get('regions?limit=2');
    expect(first.body.data.map(({ name }: Region) => name)).toEqual(
      regions.slice(0, 2).map(({ name }) => name),
    );
    expect(first.body.pagination.total).toBe(regions.length);
  });

  it('consist of known places from the start', async () => {
    const { body } = await get('regions?limit=100');
    const counties = COUNTIES.map(placeSlug);
    for (const region of body.data as Region[]) {
      expect(region.cities.filter((slug) => !minnesotaCities().has(slug))).toEqual([]);
      expect(region.counties.filter((slug) => !counties.includes(slug))).toEqual([]);
      expect(region.postalCodes.filter((code) => !postalAreas().has(code))).toEqual([]);
    }
  });

  it('apply to the next search after adding, changing and removing', async () => {
    const { status, body, headers } = await admin('POST', 'regions', {
      name: 'Zenith Town',
      otherNames: ['Canal Area'],
      cities: ['duluth', 'Duluth'],
      counties: ['Cook County'],
    });
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        slug: 'zenith-town',
        name: 'Zenith Town',
        otherNames: ['Canal Area'],
        cities: ['duluth'],
        counties: ['cook'],
        postalCodes: [],
      },
    ]);
    const { id } = body.data as Region;
    expect(await names('region=canal+area')).toEqual(['Cove Brewery', 'Harbor Brewery']);
    expect((await admin('PATCH', `regions/${id}`, { counties: [] }, '"99"')).status).toBe(412);
    const etag = headers.get('etag')!;
    const changed = await admin('PATCH', 'regions/zenith-town', { counties: [] }, etag);
    expect(changed.body.data).toMatchObject({ cities: ['duluth'], counties: [] });
    expect(await names('region=zenith-town')).toEqual(['Harbor Brewery']);
    expect((await page('/search?where=Canal+Area')).heading).toBe(
      '1 business found in Zenith Town',
    );
    expect((await admin('DELETE', `regions/${id}`)).status).toBe(200);
    expect((await get('businesses?region=zenith-town')).status).toBe(400);
    expect((await admin('GET', `regions/${id}`)).status).toBe(404);
    const { rows } = await pool.query(
      'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY at, id',
      [id],
    );
    expect(rows.map(({ action }) => action as string)).toEqual([
      'region.create',
      'region.change',
      'region.remove',
    ]);
    const listed = await admin('GET', 'regions?limit=1&page=2');
    expect(listed.body).toMatchObject({
      data: [{ slug: 'brainerd-lakes' }],
      pagination: { page: 2, limit: 1 },
    });
  });

  it('are found by any slug that an admin chose', async () => {
    const slug = 'st-louis-shore';
    await admin('POST', 'regions', { name: 'Zenith Shore', slug, cities: ['duluth'] });
    const { status, body } = await get(`regions/${slug}`);
    expect([status, body.data?.businessCount]).toEqual([200, 1]);
    expect(await names(`region=${slug}`)).toEqual(['Harbor Brewery']);
    expect((await admin('DELETE', `regions/${slug}`)).status).toBe(200);
  });

  it.each([
    [{ name: 'Empty' }, 400, 'cities'],
    [{ name: 'A', cities: ['Dulut'] }, 400, 'cities'],
    [{ name: 'A', counties: ['Atlantis'] }, 400, 'counties'],
    [{ name: 'A', postalCodes: ['10001'] }, 400, 'postalCodes'],
    [{ name: 'A', cities: ['Ely'], otherNames: ['!'] }, 400, 'otherNames'],
    [{ name: 'uptown', cities: ['Ely'] }, 409, 'name'],
    [{ name: 'A', cities: ['Ely'], otherNames: ['msp'] }, 409, 'otherNames'],
    [{ name: 'A', slug: 'uptown', cities: ['Ely'] }, 409, 'slug'],
  ])('reject %j', async (json, status, field) => {
    const answer = await admin('POST', 'regions', json);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([status, field]);
  });

  it.each([
    ['/search?q=brewery&where=north+shore', '1 business found for “brewery” in North Shore'],
    ['/search?q=pizza+in+uptown', '2 businesses found for “pizza” in Uptown'],
    ['/search?q=pizza&where=MSP', '2 businesses found for “pizza” in Twin Cities'],
  ])('are recognized on the website: %s', async (path, heading) => {
    const found = await page(path);
    expect(found.heading).toBe(heading);
    const name = heading.split(' in ')[1]!;
    expect(found.html).toMatch(
      new RegExp(`<input[^>]* name="where" value="(?:${name}|north shore|MSP)"`),
    );
    const [q] = /“.*”/.exec(heading)!;
    const without = `/search?q=${q.slice(1, -1)}`;
    expect(found.html).toMatch(
      new RegExp(`<a href="${without.replace('?', '\\?')}"[^>]*aria-label="Remove[^"]*${name}`),
    );
  });

  it('limit events on the website', async () => {
    for (const [name, city] of [
      ['Ore Fest', 'Virginia'],
      ['Ship Fest', 'Duluth'],
    ]) {
      await admin('POST', 'events', {
        name,
        address: { city },
        startsAt: new Date(Date.now() + 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      });
    }
    const { html } = await page('/events?where=iron+range&view=agenda');
    expect([html.includes('Ore Fest'), html.includes('Ship Fest')]).toEqual([true, false]);
  });

  it('are suggested for the place field, with cities, counties and ZIP codes', async () => {
    const suggest = async (where: string) => {
      const response = await fetch(`${program.url}/suggest?where=${encodeURIComponent(where)}`);
      return ((await response.json()) as { label: string; hint: string; href?: string }[]).map(
        ({ label, hint, href }) => [label, hint, href],
      );
    };
    expect(await suggest('ran')).toEqual([['Iron Range', 'Region', undefined]]);
    expect(await suggest('vi')).toEqual([['Virginia', 'City', undefined]]);
    expect(await suggest('5580')).toContainEqual(['55802', 'Duluth', undefined]);
    expect(await suggest('st. l')).toEqual([['St. Louis County', 'County', undefined]]);
    expect(await suggest('msp')).toEqual([['Twin Cities', 'Region', undefined]]);
    expect((await suggest('minn')).map(([label]) => label).slice(0, 2)).toEqual([
      ...['Minneapolis', 'Arrowhead'],
    ]);
    expect(await suggest('!')).toEqual([]);
  });
});
