import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('robots, sitemaps and manifest', () => {
  const { program, pool } = useDirectory();

  const get = (path: string) => getPage(program.url + path, { accept: '*/*' });
  const pathsIn = async (sitemap: string) => {
    const { html, headers } = await get(sitemap);
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    return [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
      address!.slice(program.url.length),
    );
  };

  beforeAll(async () => {
    const removed = { removed_at: new Date() };
    await insertBusiness(pool, { slug: 'first', number: 1 });
    await insertBusiness(pool, { slug: 'closed', number: 2, status: 'closed' });
    await insertBusiness(pool, { slug: 'gone', number: 3, ...removed });
    await insertBusiness(pool, { slug: 'last', number: 49_999 });
    await insertBusiness(pool, { slug: 'gone-too', number: 60_000, ...removed });
    await insertBusiness(pool, { slug: 'third-part', number: 100_000 });
    await pool.query(
      `INSERT INTO former_slugs (slug, business_id) SELECT 'former', id FROM businesses WHERE slug = 'first'`,
    );
  });

  it('list every existing business by number, in parts of 50,000', async () => {
    expect(await pathsIn('/sitemap.xml')).toEqual([
      '/sitemap-pages.xml',
      '/sitemap-1.xml',
      '/sitemap-3.xml',
    ]);
    expect(await pathsIn('/sitemap-1.xml')).toEqual(['/b/first', '/b/closed', '/b/last']);
    expect(await pathsIn('/sitemap-3.xml')).toEqual(['/b/third-part']);
  });

  it('list the categories of each city with open businesses, including ancestors', async () => {
    await pool.query(
      `INSERT INTO categories (id, slug, name) VALUES (gen_random_uuid(), 'food', 'Food')`,
    );
    await pool.query(
      `INSERT INTO categories (id, slug, name, parent_id)
       SELECT gen_random_uuid(), 'bars', 'Bars', id FROM categories`,
    );
    await insertCategory(pool, 'art', 'Art');
    let number = 10;
    const at = (city: string | null, categories: string[], more: object = {}) =>
      insertBusiness(pool, { city, categories, number: number++, ...more });
    await at('Ely', ['bars']);
    await at('Ely', ['food', 'bars']);
    await at('Duluth', ['food']);
    await at('Duluth', ['art'], { status: 'closed' });
    await at('Ely', ['art'], { removed_at: new Date() });
    await at(null, ['art']);
    const path = '/sitemap-categories-in-cities-1.xml';
    await eventually(async () => (await pathsIn('/sitemap.xml')).includes(path));
    expect(
      await eventually(async () => {
        const paths = await pathsIn(path);
        return paths.length === 3 ? paths : undefined;
      }),
    ).toEqual(['/c/bars/in/ely', '/c/food/in/duluth', '/c/food/in/ely']);
    expect((await get('/c/bars/in/ely')).status).toBe(200);
    for (const none of ['0', '2', '01', 'x']) {
      expect((await get(`/sitemap-categories-in-cities-${none}.xml`)).status).toBe(404);
    }
  });

  it.each(['0', '2', '4', '01', '1e0', '-1', 'x', '99999999999999999999'])(
    'have no part %s',
    async (part) => {
      expect((await get(`/sitemap-${part}.xml`)).status).toBe(404);
    },
  );

  it('state when a business last changed', async () => {
    await pool.query("UPDATE businesses SET phone = '+16125550100' WHERE slug = 'third-part'");
    const { rows } = await pool.query<{ updated_at: Date }>(
      "SELECT updated_at FROM businesses WHERE slug = 'third-part'",
    );
    expect((await get('/sitemap-3.xml')).html).toContain(
      `<lastmod>${rows[0]!.updated_at.toISOString()}</lastmod>`,
    );
  });

  it('point crawlers to the sitemap, and browsers to the search and the icon', async () => {
    expect((await get('/robots.txt')).html).toContain(`Sitemap: ${program.url}/sitemap.xml\n`);
    const [, path] = /type="application\/opensearch[^>]* href="([^"]*)"/.exec(
      (await get('/es')).html,
    )!;
    expect((await get(path!)).html).toContain(
      `template="${program.url}/es/search?q={searchTerms}"`,
    );
    const { icons } = JSON.parse((await get('/manifest.webmanifest')).html);
    expect((await get(icons[0].src)).headers.get('content-type')).toBe('image/svg+xml');
  });

  it.each(['.vcf', '/qr.svg'])(
    'redirect to the present slug of a business and return 410 once it is removed, with %s',
    async (ending) => {
      for (const slug of ['former', 'FIRST']) {
        const { status, headers } = await get(`/es/b/${slug}${ending}`);
        expect([status, headers.get('location')]).toEqual([308, `/es/b/first${ending}`]);
      }
      expect((await get(`/b/first${ending}`)).status).toBe(200);
      expect((await get(`/b/gone${ending}`)).status).toBe(410);
      expect((await get(`/b/nobody${ending}`)).status).toBe(404);
    },
  );

  it('include an icon where browsers look for one', async () => {
    const response = await fetch(`${program.url}/favicon.ico`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});
