import { randomUUID } from 'node:crypto';
import { parseFeed } from '@rowanmanning/feed-parser';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const DAY = 86_400_000;
const HOSTILE = `"'--></script></title><pwned>&amp; ]]>`;

describe('new businesses on the website', () => {
  const { program, pool } = useDirectory();

  const get = (path: string, accept = '*/*') => getPage(program.url + path, { accept });
  const addresses = (slugs: string[]) => slugs.map((slug) => `${program.url}/b/${slug}`);
  const businessesOn = (links: string[]) =>
    links.filter((link) => link.startsWith('/b/')).map((link) => link.slice('/b/'.length));

  beforeAll(async () => {
    await insertCategory(pool, 'food', 'Food & drink');
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
    const add = (slug: string, days: number, more: object = {}) =>
      insertBusiness(pool, { slug, name: `Shop ${slug}`, created_at: daysAgo(days), ...more });
    const food = { categories: ['food'] };
    await add('just-now', 0, { city: 'Ely', description: `Bread ${HOSTILE}`, ...food });
    await add('three-days', 3, { city: 'Duluth' });
    const established_on = daysAgo(50);
    await add('five-weeks', 35, { city: 'Duluth', established_on, ...food });
    await add('old', 58, { city: 'Duluth' });
    await add('closed', 1, { status: 'closed' });
    await add('removed', 1, { removed_at: new Date() });
    for (let number = 1; number <= 20; number++) await add(`ely-${number}`, 40, { city: 'Ely' });
  });

  it('lists those of eight weeks by day and week, with pagination', async () => {
    const { heading, links, html } = await get('/new');
    expect(heading).toBe('New businesses');
    expect(businessesOn(links).slice(0, 3)).toEqual(['just-now', 'three-days', 'five-weeks']);
    const groups = [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
    expect(groups[0]).toBe('Today');
    expect(groups[1]).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+$/);
    expect(groups[2]).toMatch(/^Week of [A-Z][a-z]+ \d+, \d{4}$/);
    const second = await get('/new?page=2');
    expect(businessesOn(second.links)).toHaveLength(3);
    expect((await get('/new?page=3')).status).toBe(404);
  });

  it('filters by category and city, as do the feeds', async () => {
    const { heading, links, html } = await get('/new?category=food');
    expect(heading).toBe('New businesses (Food & drink)');
    expect(businessesOn(links)).toEqual(['just-now', 'five-weeks']);
    for (const [ending, type] of [
      ['atom', 'application/atom+xml'],
      ['rss', 'application/rss+xml'],
      ['json', 'application/feed+json'],
    ]) {
      expect(html).toContain(
        `<link rel="alternate" type="${type}" title="New businesses (Food &amp; drink)" href="/new.${ending}?category=food"`,
      );
    }
    const inSpanish = await get('/es/new?city=duluth');
    expect(inSpanish.heading).toBe('Negocios nuevos en Duluth');
    expect(inSpanish.links).toContain('/es/new.atom?city=duluth');
    expect((await get('/new?where=duluth')).heading).toBe('New businesses');
    const both = await get('/new?city=ely,duluth&category=food,unknown');
    expect(both.heading).toBe('New businesses (Food & drink, unknown) in Duluth, Ely');
    expect(businessesOn(both.links)).toEqual(['just-now', 'five-weeks']);
    expect((await get('/new?city=nowhere')).html).toContain('No new businesses here');
  });

  it.each(['atom', 'rss'])('has a feed as %s', async (format) => {
    const { html, headers } = await get(`/new.${format}?category=food`, 'application/xml');
    expect(headers.get('content-type')).toBe(`application/${format}+xml; charset=utf-8`);
    const feed = parseFeed(html);
    expect(feed.title).toBe('New businesses (Food & drink) · Minnesota Business Directory');
    expect(feed.self).toBe(`${program.url}/new.${format}?category=food`);
    expect(feed.items.map(({ url }) => url)).toEqual(addresses(['just-now', 'five-weeks']));
    expect(feed.items[0]!.title).toBe('Shop just-now, Ely');
    expect(Date.now() - feed.items[0]!.published!.getTime()).toBeLessThan(DAY);
    expect(html).not.toContain('<pwned');
  });

  it('dates an empty feed within the last day', async () => {
    const feed = parseFeed((await get('/new.atom?city=nowhere')).html);
    expect(feed.items).toEqual([]);
    expect(Date.now() - feed.updated!.getTime()).toBeLessThan(DAY);
  });

  it('has a JSON Feed with all required fields', async () => {
    const { html } = await get('/new.json?city=Duluth', 'application/json');
    const feed = JSON.parse(html);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1',
      title: 'New businesses in Duluth · Minnesota Business Directory',
      home_page_url: `${program.url}/new?city=duluth`,
      feed_url: `${program.url}/new.json?city=duluth`,
    });
    // A feed goes back further than the page, because it would be empty for a quiet city.
    expect(feed.items.map(({ url }: { url: string }) => url)).toEqual(
      addresses(['three-days', 'five-weeks', 'old']),
    );
    for (const { id, content_html: content } of feed.items) {
      expect([typeof id, typeof content]).toEqual(['string', 'string']);
    }
  });

  it('omits businesses that were added during a bulk import, until it is undone', async () => {
    const began = Date.now() - 3 * DAY - 3_600_000;
    const addImport = (inserted: number) =>
      pool.query(
        `INSERT INTO imports (id, status, dry_run, size, counts, created_at, finished_at)
         VALUES (gen_random_uuid(), 'finished', false, 1, $1, $2, $3)`,
        [{ inserted }, new Date(began), new Date(began + 7_200_000)],
      );
    const shown = async (path: string) => {
      const { html } = await get(path);
      return ['just-now', 'three-days', 'five-weeks', 'ely-20'].filter((slug) =>
        html.includes(`/b/${slug}`),
      );
    };
    /** Waits for the pages of the next directory version. */
    const changed = async (to: string[]) => {
      await insertBusiness(pool, { slug: `other-${randomUUID()}`, status: 'closed' });
      await eventually(async () => (await shown('/new')).join() === to.join());
    };
    await addImport(15);
    await addImport(4);
    await changed(['just-now', 'three-days', 'five-weeks', 'ely-20']);
    await addImport(2);
    await changed(['just-now', 'five-weeks', 'ely-20']);
    expect(await shown('/new.json')).toEqual(['just-now', 'five-weeks', 'ely-20']);
    expect((await get('/')).links).not.toContain('/b/three-days');
    await pool.query('UPDATE imports SET undone_at = now()');
    await changed(['just-now', 'three-days', 'five-weeks', 'ely-20']);
  });

  it('has at most 50 entries in a feed', async () => {
    for (let number = 1; number <= 40; number++) await insertBusiness(pool);
    const count = async () => parseFeed((await get('/new.rss')).html).items.length;
    await eventually(async () => (await count()) >= 50);
    expect(await count()).toBe(50);
  });
});
