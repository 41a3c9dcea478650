import { parseFeed } from '@rowanmanning/feed-parser';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { getPage, linkedDataIn } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const HOSTILE = `"'--></script></title><pwned>&amp; ]]> \u202E`;

describe('deals on the website', () => {
  const { program, pool } = useDirectory();

  const get = (path: string) => getPage(program.url + path, { accept: '*/*' });
  const dealsOn = (links: string[]) =>
    links.filter((link) => link.startsWith('/deals/')).map((link) => link.slice('/deals/'.length));

  beforeAll(async () => {
    await insertCategory(pool, 'food', 'Food');
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await pool.query(
      `UPDATE categories SET parent_id = (SELECT id FROM categories WHERE slug = 'food') WHERE slug = 'bakeries'`,
    );
    await insertBusiness(pool, {
      slug: 'loon',
      name: 'Loon Bakery',
      city: 'Duluth',
      categories: ['bakeries'],
    });
    await insertBusiness(pool, { slug: 'heron', name: 'Heron Shop', city: 'Ely' });
    await insertBusiness(pool, { slug: 'gone', name: 'Gone Shop', removed_at: new Date() });
    await deal('rolls', 'loon', "now() - interval '3 days'", "now() + interval '40 days'");
    await deal('soon-over', 'heron', "now() - interval '9 days'", "now() + interval '1 hour'");
    await deal('standing', 'heron', "now() - interval '1 day'", 'NULL');
    await deal('over', 'heron', "now() - interval '9 days'", "now() - interval '1 day'");
    await deal('later', 'heron', "now() + interval '1 day'", 'NULL');
    await deal('of-gone', 'gone', "now() - interval '1 day'", 'NULL');
    await deal('removed', 'heron', "now() - interval '1 day'", 'NULL');
    await pool.query(`UPDATE deals SET removed_at = now() WHERE slug = 'removed'`);
    await pool.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE deals SET updated_at = starts_at - interval '30 days' WHERE slug = 'rolls'; COMMIT`,
    );
  });

  const deal = (slug: string, business: string, startsAt: string, endsAt: string) =>
    pool.query(
      `INSERT INTO deals (id, slug, title, description, terms, code, website, business_id, starts_at, ends_at)
       SELECT gen_random_uuid(), $1, $2, $3, 'One each.', 'ROLLS', 'https://example.com/' || $1, id,
              ${startsAt}, ${endsAt}
       FROM businesses WHERE slug = $4`,
      [slug, `Deal ${slug} ${HOSTILE}`, `Text of ${slug} ${HOSTILE}`, business],
    );

  it('lists valid deals, those ending soonest first', async () => {
    const { heading, links, html } = await get('/deals');
    expect(heading).toBe('Deals');
    expect(dealsOn(links)).toEqual(['soon-over', 'rolls', 'standing']);
    expect(links).toEqual(expect.arrayContaining(['/b/loon', '/b/heron']));
    expect(html).toContain('>Loon Bakery, Duluth<');
    expect(html).toContain('type="application/atom+xml"');
  });

  it('filters by category, including ancestors, and city, and counts the results', async () => {
    const { html } = await get('/deals');
    const counted = [...html.matchAll(/<bdi>([^<]*)<\/bdi><span class="quiet">(\d+)</g)];
    expect(counted.map(([, name, count]) => `${name} ${count}`)).toEqual([
      'Food 1',
      'Ely 2',
      'Duluth 1',
    ]);
    // Filter names can be up to half a second old.
    const food = await eventually(async () => {
      const page = await get('/deals?category=food');
      return page.heading === 'Deals (food)' ? undefined : page;
    });
    expect([food.heading, dealsOn(food.links)]).toEqual(['Deals (Food)', ['rolls']]);
    const ely = await get('/es/deals?city=ely&page=1');
    expect(ely.heading).toBe('Ofertas en Ely');
    expect(ely.links).toContain('/es/deals/standing');
    const nothing = await get('/deals?city=ely&category=food');
    expect(nothing.html).toContain('There are no deals here right now.');
    expect((await get('/deals?page=2')).status).toBe(404);
  });

  it('shows a deal, with structured data', async () => {
    const { status, heading, html, links } = await get('/deals/rolls');
    expect(status).toBe(200);
    expect(heading).toContain('Deal rolls');
    expect(html).not.toContain('<pwned');
    expect(html).toContain('Code ROLLS');
    expect(html).toContain('One each.');
    expect(links).toEqual(expect.arrayContaining(['/b/loon', 'https://example.com/rolls']));
    expect(linkedDataIn(html)[0]).toMatchObject({
      '@type': 'Offer',
      name: `Deal rolls ${HOSTILE}`,
      url: `${program.url}/deals/rolls`,
      offeredBy: { name: 'Loon Bakery', url: `${program.url}/b/loon` },
    });
  });

  it('marks an expired deal and does not list it', async () => {
    const { status, html } = await get('/deals/over');
    expect(status).toBe(200);
    expect(html).toMatch(/This deal ended on [A-Z][a-z]+ \d+, \d{4}\./);
    expect(html).toContain('content="noindex"');
    expect((await get('/deals/later')).html).toMatch(/<strong>From [A-Z]/);
  });

  it('distinguishes unknown from removed deals and businesses', async () => {
    expect((await get('/deals/nothing')).status).toBe(404);
    const removed = await getPage(`${program.url}/deals/removed`);
    expect([removed.status, removed.heading.slice(0, 12)]).toEqual([410, 'Deal removed']);
    expect((await get('/deals/of-gone')).status).toBe(410);
    expect((await get('/es/deals/of-gone')).status).toBe(410);
  });

  it('links deals from the business and from the home page', async () => {
    expect(dealsOn((await get('/b/loon')).links)).toEqual(['rolls']);
    const { links } = await get('/');
    expect(dealsOn(links)).toEqual(['soon-over', 'rolls', 'standing']);
    expect(links).toContain('/deals');
  });

  it('lists deals in the sitemap while they are valid', async () => {
    const { html } = await get('/sitemap-pages.xml');
    const listed = [...html.matchAll(/\/deals\/([^<]+)<\/loc>/g)].map(([, slug]) => slug);
    expect(listed).toEqual(['standing', 'rolls', 'soon-over']);
  });

  it('has a feed, newest first', async () => {
    const { html, headers } = await get('/deals.atom');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseFeed(html);
    expect(feed.title).toBe('Deals · Minnesota Business Directory');
    expect(feed.self).toBe(`${program.url}/deals.atom`);
    expect(feed.items.map(({ url }) => url)).toEqual(
      ['standing', 'rolls', 'soon-over'].map((slug) => `${program.url}/deals/${slug}`),
    );
    const [, editedBefore] = feed.items;
    expect(editedBefore!.updated).toEqual(editedBefore!.published);
    expect(html).not.toContain('<pwned');
    expect(html).toContain('&lt;pwned&gt;&amp;amp; ]]&gt;');
    const narrowed = parseFeed((await get('/es/deals.atom?category=food')).html);
    expect(narrowed.title).toBe('Ofertas (Food) · Directorio de negocios de Minnesota');
    expect(narrowed.items).toHaveLength(1);
  });
});
