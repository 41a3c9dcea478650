import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const MOST = 1_000;

describe('the results of a website search as a file', () => {
  const { program, pool } = useDirectory();

  const get = (path: string) => fetch(program.url + path);
  const linesOf = async (path: string) =>
    (await (await get(path)).text()).trimEnd().split('\r\n').slice(1);

  beforeAll(async () => {
    await pool.query(
      `INSERT INTO businesses (id, slug, name, city, updated_at)
       SELECT gen_random_uuid(), 'shop-' || n, 'Shop ' || to_char(n, 'FM0000'), 'Duluth', now()
       FROM generate_series(1, $1) AS n`,
      [MOST + 1],
    );
    const location = { latitude: 47.9, longitude: -91.87 };
    await insertBusiness(pool, { name: '=2+5 Bakery', city: 'Ely', ...location });
    await insertBusiness(pool, { name: 'Ely Café', city: 'Ely', phone: '+12185550147' });
    await insertBusiness(pool, { name: 'Closed Café', city: 'Ely', status: 'closed' });
  });

  it('has the open businesses that match as CSV, safe for spreadsheets', async () => {
    const { status, headers } = await get('/search.csv?city=ely');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="businesses.csv"',
    ]);
    const lines = await linesOf('/search.csv?city=ely');
    expect(lines).toEqual([
      expect.stringContaining(",'=2+5 Bakery,"),
      expect.stringContaining(',Ely Café,'),
    ]);
    expect(await linesOf('/es/search.csv?q=cafe')).toEqual(lines.slice(1));
    expect(await linesOf('/search.csv?city=nowhere')).toEqual([]);
    expect(await linesOf('/search.csv?city=ely,nowhere')).toEqual(lines);
  });

  it('400: names an unknown place', async () => {
    const response = await get('/search.csv?where=nowhere');
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('There is no place &quot;nowhere&quot; in Minnesota.'),
    ]);
    expect((await get('/events.ics?where=nowhere')).status).toBe(400);
    const { links } = await getPage(`${program.url}/search?q=cafe&where=nowhere`);
    expect(links).toContain('/search.csv?q=cafe');
  });

  it('has them as GeoJSON', async () => {
    const response = await get('/search.geojson?where=Ely');
    expect(response.headers.get('content-type')).toBe('application/geo+json');
    const { features } = (await response.json()) as { features: any[] };
    expect(features.map(({ properties, geometry }) => [properties.name, geometry])).toEqual([
      ['=2+5 Bakery', { type: 'Point', coordinates: [-91.87, 47.9] }],
      ['Ely Café', null],
    ]);
  });

  it(`has the first ${MOST} of the list, whichever page is shown`, async () => {
    const lines = await linesOf('/search.csv?city=duluth&sort=name&page=2');
    expect(lines).toHaveLength(MOST);
    expect(lines[0]).toContain('Shop 0001');
    expect(lines.at(-1)).toContain(`Shop ${MOST}`);
  });

  it('is linked from the search page, which says if it lacks some', async () => {
    const url = (query: string) => `${program.url}/search?${query}`;
    const whole = await getPage(url('city=ely'));
    expect(whole.html).toContain('Download this list:');
    expect(whole.links).toEqual(
      expect.arrayContaining(['/search.csv?city=ely', '/search.geojson?city=ely']),
    );
    expect((await getPage(url('city=duluth&page=2'))).html).toContain(
      'Download the first 1,000 of this list:',
    );
    expect((await getPage(url('city=nowhere'))).html).not.toContain('search.csv');
  });

  it('is not sent again while the directory stays as it is', async () => {
    const etag = (await get('/search.csv?city=ely')).headers.get('etag')!;
    const again = await fetch(`${program.url}/search.csv?city=ely`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });
});
