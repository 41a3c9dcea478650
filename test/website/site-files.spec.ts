import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { mailTo } from '../support/outbox.ts';
import { getPage, linkedDataIn } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const SITE_NAME = 'North Shore Shops & Co.';
const SUPPORT_EMAIL = 'help@shops.example.org';
const DAY = 86_400_000;

describe('the files of the website', () => {
  const { database, program, pool, key } = useDirectory({ SITE_NAME, SUPPORT_EMAIL });

  const get = (path: string, headers: Record<string, string> = {}) =>
    getPage(program.url + path, { accept: '*/*', ...headers });
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

  describe('about its name and contact', () => {
    it.each(['/', '/es', '/nothing-here'])('shows them on %s', async (path) => {
      const { html } = await getPage(program.url + path);
      expect(html).toMatch(/<title>.*North Shore Shops &amp; Co\..*<\/title>/);
      expect(html).toContain('href="mailto:help@shops.example.org"');
      expect(html).not.toMatch(/Minnesota Business Directory|Directorio de negocios/);
    });

    it.each(['/manifest.webmanifest', '/opensearch.xml', '/llms.txt'])(
      'shows them to machines in %s',
      async (path) => {
        const { html } = await getPage(program.url + path, { accept: '*/*' });
        expect(html).toMatch(/North Shore Shops &(amp;)? Co\./);
      },
    );

    it('shows them in mails', async () => {
      const email = 'ada@example.org';
      const json = { name: 'Ada', email, project: 'A map of the shops by the lake.' };
      await call('POST', `${program.url}/api/v1/key-requests`, { json });
      const mail = await mailTo(database.env.DATA_DIR, email, /arrived/);
      expect(mail.from).toMatchObject({ name: 'North Shore Shops & Co.' });
      expect(mail.text).toContain('North Shore Shops & Co.');
      expect(mail.text).toContain('Questions? Write to help@shops.example.org.');
      expect(mail.html).toContain('North Shore Shops &amp; Co.');
    });
  });

  describe('for crawlers and browsers', () => {
    it('list every existing business by number, in parts of 50,000', async () => {
      expect(await pathsIn('/sitemap.xml')).toEqual([
        '/sitemap-pages.xml',
        '/sitemap-1.xml',
        '/sitemap-3.xml',
      ]);
      expect(await pathsIn('/sitemap-1.xml')).toEqual(['/b/first', '/b/closed', '/b/last']);
      expect(await pathsIn('/sitemap-3.xml')).toEqual(['/b/third-part']);
    });

    it('list the pages that every page links to', async () => {
      const [, footer] = (await get('/')).html.split('<footer');
      const linked = Array.from(footer!.matchAll(/ href="(\/[^"]*)"/g), ([, href]) => href);
      expect(linked.length).toBeGreaterThan(5);
      expect(await pathsIn('/sitemap-pages.xml')).toEqual(expect.arrayContaining(linked));
    });

    it('list the categories of each city with open businesses, including ancestors', async () => {
      const food = await insertCategory(pool, 'food', 'Food');
      const bars = await insertCategory(pool, 'bars', 'Bars');
      await pool.query('UPDATE categories SET parent_id = $1 WHERE id = $2', [food, bars]);
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

    it('encode the address of a page in the language of the page', async () => {
      for (const prefix of ['', '/es'])
        expect((await get(`${prefix}/b/first`)).html).toContain(`src="${prefix}/b/first/qr.svg"`);
      expect((await get('/es/b/first/qr.svg')).html).not.toBe((await get('/b/first/qr.svg')).html);
    });

    it('include an icon where browsers look for one', async () => {
      const response = await fetch(`${program.url}/favicon.ico`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'image/svg+xml',
      ]);
    });
  });

  describe('about its data', () => {
    const catalog = async () => JSON.parse((await get('/data.json')).html);

    it('lists the exports with the license of each source', async () => {
      await pool.query(
        `INSERT INTO sources (name, licence, attribution) VALUES
           ('breweries', 'MIT', '© Open Brewery DB'), ('counties', 'CC0-1.0', NULL),
           ('unlicensed', NULL, NULL), ('unused', 'ODbL-1.0', '© Nobody')`,
      );
      await pool.query(
        `INSERT INTO source_rows (source_id, key, business_id, rank, values, digests)
         SELECT s.id, 'row', b.id, 10, '{"name": "Loon"}', '{}' FROM sources s, businesses b
         WHERE s.name <> 'unused' AND b.slug = 'first'`,
      );
      await pool.query("UPDATE businesses SET phone = '+12185550100' WHERE slug = 'first'");
      const { rows } = await pool.query<{ changed: Date }>(
        'SELECT changed_at AS changed FROM directory_version',
      );
      const { dataset, publisher } = await eventually(async () => {
        const found = await catalog();
        return found.dataset[0].modified === rows[0]!.changed.toISOString() ? found : undefined;
      });
      expect(publisher.name).toBe(SITE_NAME);
      expect(dataset).toHaveLength(1);
      const [businesses] = dataset;
      const rights = ['breweries: MIT, © Open Brewery DB', 'counties: CC0-1.0'];
      expect(businesses).toMatchObject({
        identifier: `${program.url}/developers#dataset`,
        contactPoint: { fn: SITE_NAME, hasEmail: `mailto:${SUPPORT_EMAIL}` },
        rights,
        source: [
          { title: 'breweries', distribution: [{ license: 'MIT', rights: [rights[0]] }] },
          { title: 'counties', distribution: [{ license: 'CC0-1.0', rights: [rights[1]] }] },
        ],
      });
    });

    it('lists downloads that exist, in the stated formats', async () => {
      const [businesses] = (await catalog()).dataset;
      expect(businesses.distribution.length).toBeGreaterThan(0);
      for (const { downloadURL, mediaType } of businesses.distribution) {
        const { status, headers } = await fetch(downloadURL, {
          headers: { 'x-api-key': key },
        });
        expect([status, headers.get('content-type')]).toEqual([200, mediaType]);
      }
    });

    it.each(['/data.json', '/developers/changelog.json'])(
      'lets pages of any origin read %s without a key',
      async (path) => {
        const { status, headers } = await get(path, { origin: 'https://elsewhere.example' });
        expect([status, headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ]);
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('cross-origin-resource-policy')).toBeNull();
        const again = await get(path, { 'if-none-match': headers.get('etag')! });
        expect(again.status).toBe(304);
      },
    );

    it('states the contact for security researchers, valid for less than a year', async () => {
      const { status, headers, html } = await get('/.well-known/security.txt');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const fields = Object.fromEntries(
        html.split('\n').flatMap((line) => (line ? [line.split(': ', 2)] : [])),
      );
      expect(fields.Contact).toBe(`mailto:${SUPPORT_EMAIL}`);
      const valid = (new Date(fields.Expires).getTime() - Date.now()) / DAY;
      expect(valid).toBeGreaterThan(30);
      expect(valid).toBeLessThan(365);
    });

    it('is linked data on the page for developers', async () => {
      const { html } = await get('/developers');
      const dataset = linkedDataIn(html).find((each) => each['@type'] === 'Dataset');
      expect(dataset).toMatchObject({
        '@context': 'https://schema.org',
        name: SITE_NAME,
        isAccessibleForFree: true,
        includedInDataCatalog: { url: `${program.url}/data.json` },
      });
      expect(dataset.description.length).toBeGreaterThanOrEqual(50);
      const [businesses] = (await catalog()).dataset;
      expect(dataset['@id']).toBe(businesses.identifier);
      expect(dataset.distribution.map((each: { contentUrl: string }) => each.contentUrl)).toEqual(
        businesses.distribution.map((each: { downloadURL: string }) => each.downloadURL),
      );
    });
  });
});
