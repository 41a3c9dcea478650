import type { Page } from 'playwright-core';
import { violationsOf } from '../support/accessible.ts';
import { describeInBrowser, useBrowser, usePages } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

const MOST_IN_LIST = 100;
const PINES = Array.from({ length: MOST_IN_LIST }, (_, index) => `pine-${index + 1}`);

describe('lists of businesses', () => {
  const { program, pool, admin } = useDirectory();
  let ids: Record<string, string>;

  beforeAll(async () => {
    const place = { latitude: 46.78, longitude: -92.1, city: 'Duluth' };
    await insertBusiness(pool, { slug: 'agate', name: 'Agate <Gifts>', ...place });
    await insertBusiness(pool, { slug: 'birch', name: 'Birch Bakery', ...place, latitude: 47 });
    await insertBusiness(pool, { slug: 'nowhere', name: 'Nowhere Books' });
    for (const slug of PINES) await insertBusiness(pool, { slug, name: slug });
    const { rows } = await pool.query<{ id: string; slug: string }>(
      'SELECT id, slug FROM businesses',
    );
    ids = Object.fromEntries(rows.map(({ id, slug }) => [slug, id]));
  });

  const get = (path: string) => getPage(program.url + path);
  const idsOf = (...slugs: string[]) => slugs.map((slug) => ids[slug]!).join();
  const namesIn = (html: string) =>
    [...html.matchAll(/<h3><a[^>]*><bdi>([^<]*)/g)].map(([, name]) => name);

  /** Returns the id of a business that was merged into Birch Bakery. */
  const merged = async () => {
    const id = await insertBusiness(pool, { name: 'Birch Bakery', city: 'Duluth' });
    const { status } = await admin('POST', `businesses/${ids.birch}/merge`, { from: id });
    expect(status).toBe(200);
    return id;
  };

  it('are shown with a map by the address alone', async () => {
    const { status, html, links } = await get(`/list?ids=${idsOf('nowhere', 'birch', 'agate')}`);
    expect(status).toBe(200);
    expect(namesIn(html)).toEqual(['Agate &lt;Gifts>', 'Birch Bakery', 'Nowhere Books']);
    expect([...html.matchAll(/<a class="pin"/g)]).toHaveLength(2);
    expect(links.filter((href) => href === '/b/birch')).toHaveLength(2);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(await faultsOf(html)).toEqual([]);
  });

  it('are shown within their surroundings if they are close together', async () => {
    const { html } = await get(`/list?ids=${idsOf('agate')}`);
    expect(html.slice(html.indexOf('class="map-picture"'))).toMatch(/<text[^>]*>Proctor</);
  });

  it('ignore what is no id of a business', async () => {
    const unknown = '01a1fbae-0b11-72b8-a497-20fd7acac473';
    const list = `${idsOf('birch')},${unknown},birch,,${"'"};--,${idsOf('birch')}`;
    const { html } = await get(`/list?ids=${encodeURIComponent(list)}`);
    expect(namesIn(html)).toEqual(['Birch Bakery']);
    for (const path of ['/list', '/list?ids=', '/list?ids=x', `/list?ids=${unknown}`]) {
      const empty = await get(path);
      expect([empty.status, namesIn(empty.html)]).toEqual([200, []]);
      expect(empty.html).toContain('Nothing is saved here yet');
    }
  });

  it('show the business that a saved one was merged into', async () => {
    const { html } = await get(`/list?ids=${await merged()}`);
    expect(namesIn(html)).toEqual(['Birch Bakery']);
  });

  it('have at most 100 businesses', async () => {
    const { html } = await get(`/list?ids=${idsOf(...PINES, 'birch')}`);
    expect(namesIn(html)).toHaveLength(MOST_IN_LIST);
    expect(namesIn(html)).not.toContain('Birch Bakery');
  });

  it('of a search can be printed, with up to 1,000 results', async () => {
    const { links } = await get('/search?q=pine');
    expect(links).toContain('/print/search?q=pine');
    const { html, heading } = await get('/print/search?q=pine');
    expect(heading).toBe('100 businesses found for “pine”');
    expect([...html.matchAll(/<tr>/g)]).toHaveLength(100);
    expect(await faultsOf(html)).toEqual([]);
  });

  describeInBrowser('in a browser', () => {
    const open = usePages(useBrowser(), program);
    const viewport = { width: 390, height: 844 };
    let page: Page;

    beforeEach(async () => {
      page = await open('/robots.txt', { viewport });
    });

    const save = async (slug: string) => {
      await page.goto(`${program.url}/b/${slug}`);
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('button', { name: 'Save to my list', exact: true }).click();
    };
    const store = (ids: string) =>
      page.evaluate((text) => localStorage.setItem('saved', text), ids);
    const openList = async () => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: /^Saved/ }).click();
      await page.waitForURL('**/list?ids=*');
    };

    it('are kept by the browser alone, and change there', async () => {
      await save('birch');
      await save('agate');
      await openList();
      expect(new URL(page.url()).searchParams.get('ids')).toBe(idsOf('birch', 'agate'));
      expect(await page.locator('.card h3').allInnerTexts()).toEqual([
        'Agate <Gifts>',
        'Birch Bakery',
      ]);
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      await page.getByRole('button', { name: 'Saved to my list: Agate <Gifts>' }).click();
      await page.getByRole('heading', { name: '1 business' }).waitFor();
      expect(page.url()).toBe(`${program.url}/list?ids=${idsOf('birch')}`);
      await page.getByRole('button', { name: 'Saved to my list: Birch Bakery' }).click();
      await page.getByText('Nothing is saved here yet').waitFor();
      expect(page.url()).toBe(`${program.url}/list`);
      await save('birch');
      await page.goto(`${program.url}/es/list`);
      await page.waitForURL(`**/es/list?ids=${idsOf('birch')}`);
    });

    it('lose several businesses in quick succession', async () => {
      const saved = idsOf('agate', 'birch', 'nowhere');
      await store(saved);
      await page.goto(`${program.url}/list?ids=${saved}`);
      await page.locator('.card mnbd-save button').evaluateAll((buttons) => {
        for (const button of buttons.slice(0, 2)) (button as HTMLElement).click();
      });
      await page.getByRole('heading', { name: '1 business' }).waitFor();
      expect(page.url()).toBe(`${program.url}/list?ids=${idsOf('nowhere')}`);
    });

    it('replace the ids of merged businesses', async () => {
      await store(await merged());
      await page.goto(`${program.url}/list`);
      await page.getByRole('button', { name: 'Saved to my list: Birch Bakery' }).waitFor();
      expect(page.url()).toBe(`${program.url}/list?ids=${idsOf('birch')}`);
    });

    it('show a business as saved in other tabs', async () => {
      const other = await page.context().newPage();
      await other.goto(`${program.url}/search?where=duluth`);
      await save('birch');
      await other.getByRole('button', { name: 'Saved to my list: Birch Bakery' }).waitFor();
    });

    it('grow from the cards of a search, which keep their size', async () => {
      const search = '/search?where=duluth';
      const cards = (shown: Page) =>
        shown.locator('.card').evaluateAll((elements) =>
          elements.map((card) => {
            const { top, height } = card.getBoundingClientRect();
            return [top, height];
          }),
        );
      const plain = await open(search, { viewport, javaScriptEnabled: false });
      expect(await plain.getByRole('button', { name: /^Save/ }).count()).toBe(0);
      await page.goto(program.url + search);
      await page.getByRole('button', { name: 'Save to my list: Birch Bakery' }).click();
      await page.getByRole('button', { name: 'Saved to my list: Birch Bakery' }).waitFor();
      expect(await cards(page)).toEqual(await cards(plain));
      expect(await violationsOf(page)).toEqual([]);
      await openList();
      expect(new URL(page.url()).searchParams.get('ids')).toBe(ids.birch);
    });

    it('refuse one business more than fits', async () => {
      await store(idsOf(...PINES));
      await save('birch');
      await page.getByRole('button', { name: /list is full/ }).waitFor();
      await openList();
      expect(page.url()).not.toContain(ids.birch);
    });

    it('are absent without storage, which breaks nothing', async () => {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      });
      await save('birch');
      await page.getByRole('button', { name: 'Save to my list', exact: true }).waitFor();
      await page.goto(`${program.url}/list`);
      await page.getByText('Nothing is saved here yet').waitFor();
    });
  });
});
