import { alwaysOpen, insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('the website', () => {
  const { program, pool } = useDirectory({ TRUST_PROXY: 'loopback' });

  let visitors = 0;
  /** Requests a page from changing addresses, because pages are limited by address. */
  const get = (path: string, headers?: Record<string, string>) =>
    getPage(program.url + path, { 'x-forwarded-for': `10.0.0.${visitors++ % 250}`, ...headers });

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafes');
    const duluth = { city: 'Duluth', county: 'St. Louis', postal_code: '55802' };
    await insertBusiness(pool, {
      slug: 'loon-bakery',
      name: 'Loon Bakery',
      categories: ['bakeries', 'cafes'],
      ...duluth,
      latitude: 46.78,
      longitude: -92.1,
      precision: 'exact',
      phone: '+12185550147',
      ...alwaysOpen(),
      description: 'Sourdough and <cardamom> rolls.',
    });
    for (let number = 1; number <= 24; number++) {
      await insertBusiness(pool, {
        slug: `pine-cafe-${number}`,
        name: `Pine Cafe ${String(number).padStart(2, '0')}`,
        categories: ['cafes'],
        city: 'Ely',
        county: 'St. Louis',
        attributes: { wifi: number === 1 },
        special_hours: [{ date: '2020-12-25', closed: true, hours: [], name: null }],
      });
    }
    await insertBusiness(pool, {
      slug: 'gone-shop',
      name: 'Gone Shop',
      removed_at: new Date(),
      ...duluth,
    });
    await insertBusiness(pool, { slug: 'new-name', name: 'Hotel Ely' });
    await insertBusiness(pool, { name: 'Mead Hall', city: 'Park Rapids', county: 'Hubbard' });
    await insertBusiness(pool, {
      slug: 'closed-shop',
      name: 'Heron Books',
      status: 'closed',
      ...alwaysOpen(),
      phone: '+12185550147',
      website: 'https://shop.example.com/',
      street: '1 Main St',
    });
    await eventually(async () => (await get('/')).links.includes('/b/new-name'));
  });

  it.each([
    ['/in/dULUTH', '/in/duluth'],
    ['/es/county/st-louis', '/es/county/saint-louis'],
    ['/c/cafes/in/city-of-duluth', '/c/cafes/in/duluth'],
    ['/c/Cafes', '/c/cafes'],
    ['/c/Cafes?page=2', '/c/cafes?page=2'],
    ['/c/%D0%BA/in/dULUTH', '/c/%D0%BA/in/duluth'],
    ['/b/Loon-Bakery', '/b/loon-bakery'],
  ])('redirects another spelling, %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([308, location]);
  });

  it('starts with the search and links to the other pages', async () => {
    const { status, headers, heading, links, html } = await get('/?utm_source=mail');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(heading).toBe('Find a business in Minnesota');
    expect(links).toEqual(
      expect.arrayContaining(['/c/bakeries', '/in/duluth', '/b/new-name', '/new']),
    );
    expect(html).toContain('27 businesses');
  });

  it.each(['/', '/in/duluth', '/b/loon-bakery', '/map', '/new'])(
    'draws each icon of a page once: %s',
    async (path) => {
      const { html } = await get(path);
      const namesIn = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name]) => name);
      const used = new Set(namesIn(/<use href="#icon-([\w-]+)"/g));
      expect(used.size).toBeGreaterThan(0);
      const drawn = namesIn(/<symbol id="icon-([\w-]+)"[^>]*><[a-z]/g);
      expect(drawn.toSorted()).toEqual([...used].toSorted());
    },
  );

  it('redirects pages of a renamed category', async () => {
    await insertCategory(pool, 'inns', 'Hotel');
    await insertBusiness(pool, { slug: 'old-inn', categories: ['inns'], city: 'Duluth' });
    await pool.query(`UPDATE categories SET slug = 'hotel' WHERE slug = 'inns'`);
    await eventually(async () => (await get('/es/c/inns')).status === 308);
    for (const [former, location] of [
      ['/es/c/inns', '/es/c/hotel'],
      ['/c/inns/in/duluth', '/c/hotel/in/duluth'],
      ['/c/hotels/in/duluth', '/c/hotel/in/duluth'],
      ['/es/c/hotels/in/duluth', '/es/c/hotel/in/duluth'],
      ['/so/c/hotels/in/duluth', '/so/c/hotel/in/duluth'],
    ]) {
      const { status, headers } = await get(former!);
      expect([status, headers.get('location')]).toEqual([308, location]);
    }
    expect((await get('/search?category=inns')).links).toContain('/b/old-inn');
    for (const list of ['/new', '/deals', '/events']) {
      expect((await get(`${list}?category=inns`)).html).toContain(`${list}?category=hotel"`);
    }
    expect((await get('/c/nonesuch')).status).toBe(404);
    await pool.query(`DELETE FROM businesses WHERE slug = 'old-inn'`);
  });

  it('shows a business with its fields escaped', async () => {
    const { status, heading, html, links, title } = await get('/b/loon-bakery');
    expect(status).toBe(200);
    expect(heading).toBe('Loon Bakery');
    expect(title).toContain('Loon Bakery, Duluth');
    expect(html).toContain('Open 24 hours');
    expect(html).toContain('Sourdough and &lt;cardamom> rolls.');
    expect(links).toEqual(expect.arrayContaining(['tel:+12185550147', '/c/bakeries/in/duluth']));
  });

  it.each([
    ['/b/loon-bakery', 'Sourdough and &lt;cardamom> rolls.'],
    ['/b/pine-cafe-1', 'Cafes · Ely'],
    ['/c/cafes', 'Cafes in Minnesota · 25 businesses'],
    ['/es/in/ely?page=2', 'Negocios en Ely, página 2 · 24 negocios'],
    ['/search?where=ely', '24 businesses found in Ely'],
  ])('has a description of its own for search engines: %s', async (path, description) => {
    expect((await get(path)).html).toContain(`<meta name="description" content="${description}"/>`);
  });

  it.each([
    ['/search?where=ely', true],
    ['/search?category=cafes', true],
    ['/search?where=nowhere', false],
    ['/search?where=46.78,-92.1', false],
    ['/search?q=cafe', false],
    ['/search?category=cafes&where=ely', false],
    ['/c/cafes/in/ely', true],
    ['/c/bakeries/in/ely', false],
  ])(
    'lets search engines list results unless they are empty or too many: %s, %s',
    async (path, isListed) => {
      const { html } = await get(path);
      expect(html.includes('<link rel="canonical"')).toBe(isListed);
      expect(html.includes('<meta name="robots" content="noindex"')).toBe(!isListed);
    },
  );

  it('takes one line for unknown hours, also after special ones, and links to a form about them', async () => {
    const { html, links } = await get('/b/pine-cafe-1');
    expect(html).not.toContain('id="hours"');
    expect(html).toContain('We don’t know the hours yet.');
    const form = links.find((link) => link === '/b/pine-cafe-1/report?about=hours');
    expect((await get(form!)).html).toContain('aria-label="Monday: Opens"');
    expect((await get('/b/loon-bakery')).html).toContain('id="hours"');
  });

  it('shows no hours and no way to call or visit a business that closed for good', async () => {
    const { html, links } = await get('/b/closed-shop');
    expect(html).toContain('Permanently closed');
    expect(html).not.toContain('id="hours"');
    expect(links.filter((link) => /^tel:|shop\.example|maps/.test(link))).toEqual([]);
    expect(html).toContain('<span class="line">(218) 555-0147</span>');
  });

  it('links a business only to lists that have open businesses', async () => {
    const lists = async () => {
      const { links } = await get('/b/lonely-sauna');
      return [...new Set(links.filter((link) => /^\/(?:c|in)\//.test(link)))];
    };
    await insertCategory(pool, 'saunas', 'Saunas');
    const lonely = { city: 'Kerrick', status: 'closed', categories: ['saunas', 'cafes'] };
    await insertBusiness(pool, { slug: 'lonely-sauna', name: 'Lonely Sauna', ...lonely });
    await eventually(async () => (await lists()).includes('/c/cafes'));
    expect(await lists()).toEqual(['/c/cafes']);
    await pool.query(`UPDATE businesses SET status = 'open' WHERE slug = 'lonely-sauna'`);
    await eventually(async () => (await lists()).includes('/in/kerrick'));
    for (const list of await lists()) expect([list, (await get(list)).status]).toEqual([list, 200]);
    await pool.query(`DELETE FROM businesses WHERE slug = 'lonely-sauna'`);
  });

  it('lists similar businesses that are not among the nearby ones', async () => {
    const place = {
      latitude: 48.6,
      longitude: -93.4,
      precision: 'exact',
      categories: ['bakeries'],
    };
    const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `border-bakery-${letter}`);
    for (const slug of slugs) await insertBusiness(pool, { slug, name: slug, ...place });
    const [first, ...others] = slugs;
    const { links } = await eventually(async () => {
      const page = await get(`/b/${first}`);
      return page.links.includes(`/b/${others[0]}`) ? page : undefined;
    });
    expect(others.filter((slug) => !links.includes(`/b/${slug}`))).toEqual([]);
    await pool.query(`DELETE FROM businesses WHERE slug = ANY($1)`, [slugs]);
  });

  it.each([
    ['open', ['report?about=hours', 'confirm', 'report?about=closed']],
    ['temporarily_closed', ['report?about=hours', 'report?about=open', 'report?about=closed']],
    ['closed', ['report?about=open']],
  ])('asks about a business that is %s only what its status leaves open', async (status, forms) => {
    const slug = `pier-${status.replace('_', '-')}`;
    await insertBusiness(pool, { slug, name: 'Pier', status });
    const { links } = await eventually(async () => {
      const page = await get(`/b/${slug}`);
      return page.status === 200 ? page : undefined;
    });
    const offered = ['report?about=hours', 'confirm', 'report?about=open', 'report?about=closed'];
    expect(offered.filter((form) => links.includes(`/b/${slug}/${form}`))).toEqual(forms);
  });

  it('draws a landscape for every business, also without a location', async () => {
    for (const slug of ['loon-bakery', 'pine-cafe-1'])
      expect((await get(`/b/${slug}`)).html).toContain('class="landscape"');
  });

  it('reports a removed business and lists nearby ones', async () => {
    await pool.query(
      `UPDATE businesses SET latitude = 46.781, longitude = -92.1 WHERE slug = 'gone-shop'`,
    );
    const { status, heading, links, html } = await get('/b/gone-shop');
    expect(status).toBe(410);
    expect(heading).toBe('Gone Shop is no longer in the directory');
    expect(links).toContain('/b/loon-bakery');
    expect(html).toContain('>Nearby</h2>');
  });

  it('suggests pages for a mistyped address', async () => {
    const { status, heading, links, html, headers } = await get('/b/loon-bakery-dulut');
    expect(status).toBe(404);
    expect(heading).toBe('Page not found');
    expect(links).toContain('/b/loon-bakery');
    expect(html).toContain('value="loon bakery dulut"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await get('/nowhere/at/all')).status).toBe(404);
    for (const name of ['duluth', 'Duluth', 'duluth/']) {
      expect((await get(`/es/${name}`)).links).toContain('/es/in/duluth');
    }
    expect((await get('/bakeries')).links).toContain('/c/bakeries');
    expect((await get('/cook')).links).not.toContain('/county/cook');
    const foreign = (await get('/es//elsewhere.example/x')).links.filter((href) =>
      /^[/\\]{2}/.test(href),
    );
    expect(foreign).toEqual([]);
  });

  it('marks the English message of a refused request in other languages', async () => {
    const accept = 'text/html,*/*;q=0.8';
    const { status, html } = await get('/es/search.csv?where=nowhere', { accept });
    expect([status, html.includes('No podemos responder')]).toEqual([400, true]);
    expect(html).toMatch(/<p class="lead"><span lang="en">There is no place/);
  });

  it('answers JSON to clients that prefer it, and to everyone in the API', async () => {
    const asked = await get('/nowhere', { accept: 'application/json' });
    expect([asked.status, JSON.parse(asked.html).error.code]).toEqual([404, 'not_found']);
    const api = await get('/api/v1/nowhere');
    expect([api.status, JSON.parse(api.html).error.code]).toEqual([404, 'not_found']);
  });

  it('shows closed businesses if a text matches no others', async () => {
    const { heading, html } = await get('/search?q=heron+books');
    expect(heading).toBe('No results for “heron books”');
    expect(html).toMatch(/<h2[^>]*>Closed businesses<.*Heron Books.*Permanently closed/s);
    for (const other of ['q=xyzzy', 'q=heron+books&open=now', 'q=bakery']) {
      expect((await get(`/search?${other}`)).html).not.toContain('Closed businesses');
    }
  });

  it.each([
    ['q=bakery&where=dulut', '1 business found for “bakery” in Duluth'],
    ['q=bakery&where=Ely', 'No results for “bakery” in Ely'],
    ['where=55802', '1 business found in 55802'],
    ['where=46.78,-92.1', '1 business found near you'],
    ['where=St.+Louis+County', '25 businesses found in St. Louis County'],
    ['q=bakery+in+Duluth', '1 business found for “bakery” in Duluth'],
    ['q=bakery+duluth', '1 business found for “bakery” in Duluth'],
    ['q=hotel+ely', '1 business found for “hotel ely”'],
    ['q=ely', '25 businesses found for “ely”'],
    ['q=hubbard', '1 business found in Hubbard County'],
    ['q=iron+range', '24 businesses found in Iron Range'],
    ['q=st+louis', '25 businesses found in St. Louis County'],
  ])('reads the place and the text of ?%s', async (query, heading) => {
    expect((await get(`/search?${query}`)).heading).toBe(heading);
  });

  it('states how it read the place', async () => {
    expect((await get('/search?where=dulut')).html).toContain('Showing results for Duluth.');
    expect((await get('/search?q=bakery+in+Duluth')).html).toMatch(
      /<input[^>]* name="where" value="Duluth"/,
    );
    const near = await get('/search?q=bakery+near+me');
    expect(near.html).toContain('press “Near me” if you see it');
    expect(near.html).toContain('aria-label="Remove Near me"');
    const unknown = await get('/search?where=Xyzzy');
    expect(unknown.html).toContain('We don’t know a place called “Xyzzy”');
  });

  it('lists the nearest matches if a place has none', async () => {
    const afton = await get('/search?q=bakery&where=Afton');
    expect(afton.heading).toBe('No results for “bakery” in Afton');
    expect(afton.html).toMatch(/<h2[^>]*>The nearest matches<.*Loon Bakery.*\d mi</s);
    for (const place of ['where=Afton', 'where=Cook+County', 'county=cook']) {
      expect((await get(`/search?q=bakery&${place}`)).html).toMatch(
        /<p>1 business in Duluth, 1\d\d mi</,
      );
    }
    expect((await get('/search?q=xyzzy&where=Afton')).html).not.toContain('The nearest');
  });

  it('finds a business whose name contains the words of a filter', async () => {
    await insertBusiness(pool, { slug: 'bolt', name: 'Bolt Delivery' });
    const attributes = { delivery: true };
    await insertBusiness(pool, { slug: 'bolt-pizza', name: 'Bolt Pizza', attributes });
    const chips = 'aria-label="Remove Delivery"';
    const pizza = await eventually(async () => {
      const found = await get('/search?q=pizza+delivery');
      return found.links.includes('/b/bolt-pizza') ? found : undefined;
    });
    expect(pizza.html).toContain(chips);
    const named = await get('/search?q=bolt+delivery');
    expect(named.heading).toContain('found for “bolt delivery”');
    expect(named.links).toContain('/b/bolt');
    expect(named.html).not.toContain(chips);
    await pool.query(`DELETE FROM businesses WHERE slug IN ('bolt', 'bolt-pizza')`);
  });

  it('counts the results of each filter correctly', async () => {
    const all = await get('/search');
    const option = (name: string) =>
      new RegExp(`href="([^"]*)"[^>]*><bdi>${name}</bdi><span class="quiet">(\\d+)`).exec(
        all.html,
      )!;
    for (const name of ['Bakeries', 'Cafes', 'Ely']) {
      const [, href, count] = option(name);
      expect((await get(href!.replaceAll('&amp;', '&'))).heading).toMatch(new RegExp(`^${count} `));
    }
    expect(all.html).toMatch(/open=now"[^>]*><bdi>Open now<\/bdi><span class="quiet">1</);
    const open = await get('/search?category=bakeries&open=now');
    expect(open.links).toContain('/search?open=now');
  });

  it('filters the lists of a category or a place by attribute, opening hours and city', async () => {
    const search = '/es/search?category=cafes';
    const { links } = await get('/es/c/cafes');
    expect(links).toEqual(
      expect.arrayContaining([`${search}&attribute=wifi`, `${search}&open=now`]),
    );
    expect((await get('/in/ely')).links).toContain('/search?city=ely&attribute=wifi');
    expect((await get('/county/saint-louis')).links).toContain(
      '/search?city=ely&county=saint-louis',
    );
  });

  it('has pages of lists to the end, and none beyond', async () => {
    const first = await get('/c/cafes');
    expect(first.heading).toBe('Cafes in Minnesota');
    expect(first.links).toContain('/c/cafes?page=2');
    const second = await get('/c/cafes?page=2');
    expect(second.links.filter((href) => href.startsWith('/b/'))).toHaveLength(5);
    expect(second.title).not.toBe(first.title);
    expect((await get('/search?category=cafes&page=2')).title).toContain('(Cafes), page 2');
    for (const path of ['/c/cafes?page=3', '/search?q=xyzzy&page=2']) {
      expect((await get(path)).status).toBe(404);
    }
    const beyond = await get('/search?q=cafe&page=3');
    expect(beyond.status).toBe(404);
    expect(beyond.html).not.toContain('value="search"');
    expect(beyond.html).toContain('is outside this list');
    expect(beyond.links).toContain('/es/search?q=cafe&page=3');
    expect((await get('/map?category=cafes&page=3')).status).toBe(404);
    expect((await get('/c/unknown')).status).toBe(404);
    for (const path of ['/in/ely', '/county/saint-louis', '/c/cafes/in/ely', '/a-z/p', '/cities']) {
      expect((await get(path)).status).toBe(200);
    }
  });

  it('lists by the first letter', async () => {
    for (const letter of ['l', 'L']) {
      expect((await get(`/a-z/${letter}`)).links).toContain('/b/loon-bakery');
    }
    expect((await get('/a-z/p')).links).not.toContain('/b/loon-bakery');
    expect((await get('/a-z/aa')).status).toBe(404);
  });

  it('translates common categories and keeps the names of others', async () => {
    await insertCategory(pool, 'furniture-store', 'Furniture store');
    await insertCategory(pool, 'pie-shop', 'Pies & more');
    const categories = ['furniture-store', 'pie-shop'];
    await insertBusiness(pool, { slug: 'tables', name: 'Tables', categories, city: 'Cloquet' });
    await eventually(async () => (await get('/categories')).links.includes('/c/furniture-store'));
    expect((await get('/es/c/furniture-store')).heading).toBe('Mueblerías en Minnesota');
    expect((await get('/c/furniture-store')).heading).toBe('Furniture stores in Minnesota');
    expect((await get('/es/c/pie-shop')).html).toContain('Pies &amp; more');
    expect((await get('/es/c/furniture-store/in/cloquet')).title).toContain('Mueblería');
    for (const path of ['/es', '/es/categories', '/es/b/tables', '/es/in/cloquet', '/es/map']) {
      const { html } = await get(path);
      expect([path, html.includes('Mueblería'), html.includes('>Furniture')]).toEqual([
        path,
        true,
        false,
      ]);
    }
    for (const typed of ['muebl', 'furn']) {
      const response = await fetch(`${program.url}/es/suggest?q=${typed}`);
      expect(await response.json()).toContainEqual({
        label: 'Mueblería',
        hint: 'Categoría',
        href: '/es/c/furniture-store',
      });
    }
  });

  it.each([
    ['/es/search?q=loon', 'es', '1 negocio encontrado para «loon»'],
    ['/es/nada', 'es', 'Página no encontrada'],
    ['/so', 'so', 'Ganacsi ka hel Minnesota'],
    ['/so/', 'so', 'Ganacsi ka hel Minnesota'],
    ['/so/search?q=loon&where=Duluth', 'so', 'La helay: 1 ganacsi ku saabsan “loon” gudaha Duluth'],
    ['/so/nowhere', 'so', 'Cinwaankan waxba kuma jiraan'],
    ['/hmn', 'hmn', 'Nrhiav ib lub lag luam hauv Minnesota'],
    ['/hmn/in/ely', 'hmn', 'Lag luam hauv Ely'],
    ['/hmn/b/loon-bakery', 'hmn', 'Loon Bakery'],
  ])('is available in Spanish, Somali and Hmong at %s', async (path, tag, expected) => {
    const { html, heading, links } = await get(path);
    expect(heading).toBe(expected);
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).not.toMatch(/<(main|title) [^>]*lang=/);
    expect(links).toContain(`/${tag}/categories`);
  });

  it('shows errors in English in a form that is not translated', async () => {
    const response = await fetch(`${program.url}/so/suggest-business`, {
      method: 'POST',
      headers: { origin: program.url },
      body: new URLSearchParams({ name: 'Loon' }),
    });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('We couldn’t verify this form. Please send it again.');
    expect(html).toMatch(/<main [^>]*lang="en"/);
  });

  it('suggests categories, cities and businesses by prefix', async () => {
    const suggest = async (q: string) => {
      const response = await fetch(`${program.url}/suggest?q=${q}`);
      return ((await response.json()) as { href: string }[]).map(({ href }) => href);
    };
    expect(await suggest('ba')).toEqual(['/c/bakeries', '/b/loon-bakery']);
    expect(await suggest('dul')).toEqual(['/in/duluth', '/b/loon-bakery']);
    expect(await suggest('')).toEqual([]);
  });

  it('is cached by browsers until something changes', async () => {
    const first = await get('/b/pine-cafe-1');
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const etag = first.headers.get('etag')!;
    const held = await get('/b/pine-cafe-1', { 'if-none-match': etag });
    expect(held.status).toBe(304);
    // Browsers apply the headers of a 304, so these must not forbid what the page needs.
    for (const name of ['content-security-policy', 'permissions-policy', 'speculation-rules']) {
      expect(held.headers.get(name)).toBe(first.headers.get(name));
    }
    await pool.query(`UPDATE businesses SET name = 'Pine Cafe One' WHERE slug = 'pine-cafe-1'`);
    const changed = await eventually(async () => {
      const page = await get('/b/pine-cafe-1', { 'if-none-match': etag });
      return page.status === 304 ? undefined : page;
    });
    expect([changed.status, changed.heading]).toEqual([200, 'Pine Cafe One']);
  });

  it('runs no scripts but its own', async () => {
    const { headers, html } = await get('/');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(html).not.toMatch(/ style="| on[a-z]+="|<style/);
    const [, file] = /href="(\/assets\/site-[^"]+\.css)"/.exec(html)!;
    const asset = await fetch(program.url + file!);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${program.url}/assets/..%2fmanifest.json`)).status).toBe(404);
  });
});
