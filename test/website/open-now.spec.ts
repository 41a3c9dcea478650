import { alwaysOpen, closedToday, insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a search with "open now" or similar words', () => {
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
    await insertBusiness(pool, { slug: 'unknown-cafe', name: 'Elk Cafe' });
  });

  const get = (path: string) => getPage(program.url + path);
  const businessesIn = (links: readonly string[]) => [
    ...new Set(links.flatMap((link) => /(?:\/b\/|&b=)([a-z-]+)$/.exec(link)?.[1] ?? [])),
  ];

  it.each([
    ['/search?q=brewery+open+now', 'Open now'],
    ['/search?q=open+late+brewery', 'Open late'],
    ['/search?q=brewery+open+today', 'Open today'],
    ['/search?q=24+hour+brewery', 'Open late'],
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
    expect((await get('/search?open=now')).html).toContain('the hours of 2 more businesses');
    expect((await get('/search?q=cafe+open+now')).html).toContain('of one more business');
    for (const path of ['/search?q=brewery', '/search?q=loon+open+now']) {
      expect((await get(path)).html).not.toContain('We don’t know the hours');
    }
  });

  it('keeps the filters when the place is added to the search', async () => {
    const { html } = await get('/search?q=brewery+with+wifi+open+now');
    expect(html).toMatch(/<input type="hidden" name="attribute" value="wifi"\/?>/);
    expect(html).toMatch(/<input type="hidden" name="open" value="now"\/?>/);
    expect(html).toMatch(/<input[^>]* name="q" value="brewery"/);
  });
});
