import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeInBrowser, useBrowser, usePages } from '../support/browser.ts';
import { alwaysOpen, closedToday, insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Maximum number of rows of a file. */
const MOST = 1_000;

describe('a search on the website', () => {
  const { program, pool } = useDirectory();

  beforeAll(async () => {
    const place = { latitude: 46.78, longitude: -92.1, precision: 'exact' };
    await insertBusiness(pool, {
      slug: 'open',
      name: 'Loon Brewery',
      attributes: { wifi: true },
      ...alwaysOpen(),
      ...place,
    });
    await insertBusiness(pool, {
      slug: 'closed',
      name: 'Pine Brewery',
      ...closedToday(),
      ...place,
    });
    await insertBusiness(pool, { slug: 'unknown', name: 'Elk Brewery', ...place });
    await insertBusiness(pool, { slug: 'unknown-inn', name: 'Elk Inn' });
    await pool.query(
      `INSERT INTO businesses (id, slug, name, city, updated_at)
       SELECT gen_random_uuid(), 'shop-' || n, 'Shop ' || to_char(n, 'FM0000'), 'Duluth', now()
       FROM generate_series(1, $1) AS n`,
      [MOST + 1],
    );
    const ely = { city: 'Ely', latitude: 47.9, longitude: -91.87 };
    await insertBusiness(pool, { name: '=2+5 Bakery', ...ely });
    await insertBusiness(pool, {
      slug: 'ely-cafe',
      name: 'Ely Café',
      city: 'Ely',
      phone: '+12185550147',
    });
    await insertBusiness(pool, { name: 'Closed Café', city: 'Ely', status: 'closed' });
  });

  const get = (path: string) => getPage(program.url + path);
  const businessesIn = (links: readonly string[]) => [
    ...new Set(links.flatMap((link) => /(?:\/b\/|&b=)([a-z-]+)$/.exec(link)?.[1] ?? [])),
  ];

  it.each([
    ['/search?q=brewery+open+now', 'Open now'],
    ['/search?q=brewery+open+today', 'Open today'],
    ['/search?q=brewery+with+wifi', 'Wi-Fi'],
    ['/search?q=brewery&open=now', 'Open now'],
    ['/map?q=brewery+open+now', 'Open now'],
    ['/es/search?q=brewery+abierta+ahora', 'Abierto ahora'],
  ])('finds only open businesses at %s, with a filter that can be removed', async (path, name) => {
    const { html, links, heading } = await get(path);
    expect(businessesIn(links)).toEqual(['open']);
    expect(heading).toMatch(/^1 .*[“«]brewery[”»]/);
    const [, remove] = new RegExp(`href="([^"]*)"[^>]*aria-label="\\w+ ${name}"`).exec(html)!;
    expect(remove).toBe(`${path.split('?')[0]}?q=brewery`);
    expect(businessesIn((await get(remove!)).links).sort()).toEqual(['closed', 'open', 'unknown']);
  });

  it('offers "open now" only while no other opening hours are chosen', async () => {
    for (const path of ['/search', '/map']) {
      expect((await get(`${path}?q=brewery`)).html).toContain('open=now"');
      const { heading, html } = await get(`${path}?q=brewery&open=today`);
      expect(heading).toMatch(/^1 /);
      expect(html).not.toContain('open=now"');
    }
  });

  it('states how many businesses are omitted because their hours are unknown', async () => {
    const { html } = await get('/search?q=brewery+open+now');
    expect(html).toContain('We don’t know the hours of one more business');
    expect((await get('/search?q=elk+open+now')).html).toContain('the hours of 2 more businesses');
    expect((await get('/search?q=inn+open+now')).html).toContain('of one more business');
    for (const path of ['/search?q=brewery', '/search?q=loon+open+now']) {
      expect((await get(path)).html).not.toContain('We don’t know the hours');
    }
  });

  it.each(['/print/search', '/embed/search'])(
    'names the filters of the list at %s',
    async (path) => {
      const { html } = await get(`${path}?q=brewery+with+wifi+open+now`);
      expect(html).toContain('Active filters: <bdi>Wi-Fi, Open now</bdi>');
      expect((await get(`${path}?q=brewery`)).html).not.toContain('Active filters');
    },
  );

  it('keeps the filters when the place is added to the search', async () => {
    const { html } = await get('/search?q=brewery+with+wifi+open+now');
    expect(html).toMatch(/<input type="hidden" name="attribute" value="wifi"\/?>/);
    expect(html).toMatch(/<input type="hidden" name="open" value="now"\/?>/);
    expect(html).toMatch(/<input[^>]* name="q" value="brewery"/);
  });

  describe('as a file', () => {
    const fetchFile = (path: string, headers = {}) => fetch(program.url + path, { headers });
    const linesOf = async (path: string) =>
      (await (await fetchFile(path)).text()).trimEnd().split('\r\n').slice(1);

    it('has the open businesses that match as CSV, safe for spreadsheets', async () => {
      const { status, headers } = await fetchFile('/search.csv?city=ely');
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
      const response = await fetchFile('/search.csv?where=nowhere');
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining('There is no place &quot;nowhere&quot; in Minnesota.'),
      ]);
      expect((await fetchFile('/events.ics?where=nowhere')).status).toBe(400);
      const { links } = await get('/search?q=cafe&where=nowhere');
      expect(links).toContain('/search.csv?q=cafe');
    });

    it('has them as GeoJSON', async () => {
      const response = await fetchFile('/search.geojson?where=Ely');
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
      const whole = await get('/search?city=ely');
      expect(whole.html).toContain('Download this list:');
      expect(whole.links).toEqual(
        expect.arrayContaining(['/search.csv?city=ely', '/search.geojson?city=ely']),
      );
      expect((await get('/search?city=duluth&page=2')).html).toContain(
        'Download the first 1,000 of this list:',
      );
      expect((await get('/search?city=nowhere')).html).not.toContain('search.csv');
    });

    it('is not sent again while the directory stays as it is', async () => {
      const etag = (await fetchFile('/search.csv?city=ely')).headers.get('etag')!;
      const again = await fetchFile('/search.csv?city=ely', { 'if-none-match': etag });
      expect(again.status).toBe(304);
    });
  });

  it('can be framed in another site, without scripts, unlike other pages', async () => {
    const { html, headers } = await get('/es/embed/search?q=bakery');
    expect(html).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    const search = await get('/search?q=bakery');
    expect(search.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  describeInBrowser('embedded in another site', () => {
    const open = usePages(useBrowser(), program);
    const otherSite = http.createServer();

    beforeAll(() => once(otherSite.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => otherSite.close());

    it('is shown by the code from the search page, without scripts, and opens new tabs', async () => {
      const page = await open('/search?city=ely&sort=name&page=1', { javaScriptEnabled: false });
      const code = await page.locator('details code').textContent();
      otherSite.on('request', (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<!doctype html><title>Our town</title>${code}`),
      );
      await page.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}`);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: '2 businesses found' }).waitFor();
      const levels = (headings: Element[]) => headings.map(({ tagName }) => tagName);
      expect(await frame.getByRole('heading').evaluateAll(levels)).toEqual([
        ...['H1', 'H2', 'H3', 'H3'],
      ]);
      expect(await frame.locator('body').innerText()).not.toContain('Shop');
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        frame.getByRole('link', { name: 'Ely Café' }).click(),
      ]);
      await tab.waitForLoadState();
      expect(tab.url()).toBe(`${program.url}/b/ely-cafe`);
    });
  });
});
