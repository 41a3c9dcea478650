import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Pool } from 'pg';
import { describeInBrowser, faultsIn, launchBrowser } from '../support/browser.ts';
import { createAnyDatabase } from '../support/databases.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { getPage } from '../support/page.ts';
import type { Program } from '../support/program.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';

const CAFES_IN_DULUTH = 24;

/** Pixels from the upper left corner of the window. */
interface Point {
  x: number;
  y: number;
}

describe('the map', () => {
  let directory: RunningDirectory;
  let program: Program;
  let pool: Pool;

  beforeAll(async () => {
    directory = await startDirectory(await createAnyDatabase());
    ({ program, pool } = directory);
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafes');
    for (let number = 1; number <= CAFES_IN_DULUTH; number++) {
      await insertBusiness(pool, {
        slug: `cafe-${number}`,
        name: `Cafe ${String(number).padStart(2, '0')}`,
        categories: ['cafes'],
        city: 'Duluth',
        county: 'St. Louis',
        latitude: 46.7 + number / 200,
        longitude: -92.1,
      });
    }
    const bakery = { name: 'Bakery & <Sons>', slug: 'bakery', categories: ['bakeries'] };
    await insertBusiness(pool, { ...bakery, city: 'Ely', latitude: 47.9032, longitude: -91.8671 });
    for (const slug of ['twin-1', 'twin-2']) {
      await insertBusiness(pool, { slug, name: slug, latitude: 44.02, longitude: -92.46 });
    }
    await insertBusiness(pool, { slug: 'nowhere', name: 'Nowhere' });
  });
  afterAll(() => directory.stop());

  const get = (path: string) => getPage(program.url + path);
  const inView = (html: string) => Number(/data-part="in-view">([\d,]+) business/.exec(html)![1]);
  /** Counts the businesses in the picture: one per pin, and those in clusters. */
  const onPicture = (html: string) =>
    [...html.matchAll(/<a class="(pin|cluster)"[^>]*aria-label="(\d+)?/g)].reduce(
      (sum, [, kind, count]) => sum + (kind === 'pin' ? 1 : Number(count)),
      0,
    );
  const businesses = (links: string[]) => links.filter((href) => /^\/b\//.test(href));

  it('starts with the whole state and every located business', async () => {
    const { status, html, heading, links } = await get('/map');
    expect(status).toBe(200);
    expect(heading).toBe(`${CAFES_IN_DULUTH + 4} businesses found`);
    expect(inView(html)).toBe(CAFES_IN_DULUTH + 3);
    expect(onPicture(html)).toBe(CAFES_IN_DULUTH + 3);
    expect(links).toContain('/b/bakery');
    expect(html).toContain('aria-label="Bakery &amp; &lt;Sons>"');
    expect(html).toContain(`aria-label="${CAFES_IN_DULUTH} businesses, zoom in"`);
    expect(html).toContain('OpenStreetMap contributors');
  });

  it.each([
    '/map?lat=46.75&lon=-92.1&z=14',
    '/map?lat=46.75&lon=-92.1&z=18',
    '/map?lat=46&lon=-93&z=7.4',
    '/map?lat=45&lon=-95&z=10',
    '/map?category=bakeries',
    '/map?where=Duluth',
    '/map?q=cafe&lat=46.75&lon=-92.1&z=12.3',
  ])('lists the businesses that it shows: %s', async (path) => {
    const { html, links } = await get(path);
    expect(onPicture(html)).toBe(inView(html));
    const listed = new Set(businesses(links)).size;
    expect(listed).toBeGreaterThanOrEqual(Math.min(20, inView(html)));
  });

  it('fits the results', async () => {
    const { html } = await get('/map?where=Duluth');
    expect(inView(html)).toBe(CAFES_IN_DULUTH);
    expect([...html.matchAll(/class="(?:pin|cluster)"/g)].length).toBeGreaterThan(2);
  });

  it('reports how it interpreted the search', async () => {
    const { html } = await get('/map?q=bakary&where=Dulut');
    expect(html).toContain('Showing results for “bakery”.');
    expect(html).toContain('Showing results for Duluth.');
  });

  it('has a list of the same view with pages to the end', async () => {
    const first = await get('/map?category=cafes&lat=46.76&lon=-92.1&z=11');
    const next = first.links.find((href) => href.includes('page=2'))!;
    expect(next).toContain('lat=46.76&lon=-92.1&z=11');
    const second = await get(next);
    expect(businesses(second.links)).toHaveLength(CAFES_IN_DULUTH - 20);
  });

  it('links to the list where several businesses share a place', async () => {
    const { html } = await get('/map?lat=44.02&lon=-92.46&z=18');
    expect(html).toMatch(/href="#in-view"[^>]*aria-label="2 businesses here, see the list"/);
  });

  it('is available in Spanish', async () => {
    const { html, links } = await get('/es/map');
    expect(html).toContain(`aria-label="${CAFES_IN_DULUTH} negocios, acercar"`);
    expect(links.filter((href) => href.startsWith('/map'))).toEqual(['/map']);
  });

  it('appears small on the page of a business and links to the map', async () => {
    const { links, html } = await get('/b/bakery');
    expect(links).toContain('/map?lat=47.9032&lon=-91.8671&z=14');
    expect(html).toContain('class="small-map"');
    expect((await get('/b/nowhere')).html).not.toContain('class="small-map"');
  });

  describeInBrowser('without JavaScript', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser();
      const context = await browser.newContext({ javaScriptEnabled: false });
      page = await context.newPage();
    });
    afterAll(() => browser.close());

    const shown = async () => Number((await page.locator('#in-view').innerText()).split(' ')[0]);

    it('is moved and zoomed by links, down to the page of a business', async () => {
      await page.goto(`${program.url}/map`);
      await page.getByRole('link', { name: `${CAFES_IN_DULUTH} businesses, zoom in` }).click();
      expect(await shown()).toBe(CAFES_IN_DULUTH);
      await page.getByRole('link', { name: 'Zoom in', exact: true }).click();
      const fewer = await shown();
      expect(fewer).toBeLessThan(CAFES_IN_DULUTH);
      await page.getByRole('link', { name: 'East' }).click();
      await page.getByRole('link', { name: 'West' }).click();
      expect(await shown()).toBe(fewer);
      await page.getByRole('link', { name: 'All of Minnesota' }).click();
      await page
        .getByRole('group', { name: 'Map' })
        .getByRole('link', { name: 'Bakery & <Sons>' })
        .click();
      expect(await page.locator('h1').innerText()).toBe('Bakery & <Sons>');
    });

    it('is filtered by links', async () => {
      await page.goto(`${program.url}/map`);
      await page.getByRole('link', { name: /^Bakeries/ }).click();
      expect(await shown()).toBe(1);
      await page.getByRole('link', { name: 'Remove Bakeries' }).click();
      expect(await shown()).toBe(CAFES_IN_DULUTH + 3);
    });
  });

  describeInBrowser('in a browser that can draw it', () => {
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      browser = await launchBrowser();
      // All pages share one context, so the drawing modules are cached after the first.
      context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      page = await context.newPage();
    });
    afterEach(() => page.close());

    const open = async (path: string) => {
      await page.goto(program.url + path);
      await page.locator('.map').hover();
      await page.locator('.map-live .map-picture').waitFor();
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    };
    const isSamePage = () => page.evaluate(() => 'isSamePage' in globalThis);
    const canvas = () => page.locator('.map-live canvas');
    const untilInView = (count: number) =>
      page.locator('#in-view', { hasText: `${count} business` }).waitFor();

    it('shows the same as the image, loads nothing from elsewhere, and obeys the policy', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const faults = faultsIn(page);
      await open('/map');
      expect(await page.locator('.map-live .cluster, .map-live .pin').count()).toBe(3);
      expect(await page.locator('.map-live .pin').getAttribute('href')).toBe('/b/bakery');
      expect(faults).toEqual([]);
      expect(asked.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1/.test(url))).toEqual([]);
    });

    it('can be dragged, updates the address and list, and supports going back', async () => {
      await open('/map?lat=46.76&lon=-92.1&z=11');
      const before = page.url();
      const { x, y, width, height } = (await canvas().boundingBox())!;
      await page.mouse.move(x + width * 0.25, y + height * 0.9);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.25, y + height * 0.05, { steps: 8 });
      await page.mouse.up();
      await page.waitForURL((url) => url.href !== before);
      const parameters = new URL(page.url()).searchParams;
      expect(Number(parameters.get('lat'))).toBeLessThan(46.7);
      const { html } = await get(`/map?${parameters.toString()}`);
      await untilInView(inView(html));
      expect(inView(html)).toBeLessThan(CAFES_IN_DULUTH);
      await page.goBack();
      await untilInView(CAFES_IN_DULUTH);
      expect(page.url()).toBe(before);
      expect(await isSamePage()).toBe(true);
    });

    it.each([
      [
        'the wheel',
        (at: Point) => page.mouse.move(at.x, at.y).then(() => page.mouse.wheel(0, -800)),
      ],
      [
        'two fingers',
        async (at: Point) => {
          const devtools = await page.context().newCDPSession(page);
          const gesture = { ...at, scaleFactor: 3, gestureSourceType: 'touch' } as const;
          await devtools.send('Input.synthesizePinchGesture', gesture);
        },
      ],
    ])('is zoomed by %s and updates the address and list', async (_how, zoom) => {
      await open('/map?lat=46.76&lon=-92.1&z=11');
      await untilInView(CAFES_IN_DULUTH);
      const { x, y, width, height } = (await canvas().boundingBox())!;
      await zoom({ x: x + width * 0.1, y: y + height * 0.1 });
      await eventually(async () => {
        const { pathname, search } = new URL(page.url());
        const { html } = await get(pathname + search);
        const shown = parseInt(await page.locator('#in-view').innerText());
        return shown < CAFES_IN_DULUTH && shown === inView(html) ? true : undefined;
      });
      expect(await isSamePage()).toBe(true);
    });

    it('is moved and zoomed by keys, keeping the focus', async () => {
      await open('/map?lat=46.76&lon=-92.1&z=12');
      await canvas().focus();
      await page.keyboard.press('+');
      await page.waitForURL(/z=13/);
      const near = await get(new URL(page.url()).pathname + new URL(page.url()).search);
      await untilInView(inView(near.html));
      await page.keyboard.press('ArrowRight');
      await page.waitForURL((url) => Number(url.searchParams.get('lon')) > -92.09);
      await page.keyboard.press('-');
      await page.waitForURL(/z=12/);
      expect(await canvas().evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await isSamePage()).toBe(true);
    });

    it('moves by its links and filters without a new page', async () => {
      await open('/map');
      await page
        .getByRole('link', { name: `${CAFES_IN_DULUTH} businesses, zoom in` })
        .press('Enter');
      await untilInView(CAFES_IN_DULUTH);
      await page.getByRole('link', { name: 'All of Minnesota' }).click();
      await untilInView(CAFES_IN_DULUTH + 3);
      await page.getByRole('link', { name: /^Bakeries/ }).click();
      await untilInView(1);
      expect(await isSamePage()).toBe(true);
      await page.locator('.map-live .pin').click();
      await page.waitForURL(/\/b\/bakery$/);
    });

    it('loads when it gets the keyboard focus, which it keeps', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${program.url}/map`, { waitUntil: 'networkidle' });
      expect(asked.filter((url) => url.includes('live-map'))).toEqual([]);
      const pin = page.locator('.map .pin');
      await pin.focus();
      await page.locator('.map-live .map-picture').waitFor();
      expect(await pin.evaluate((element) => element === document.activeElement)).toBe(true);
    });

    it('stays an image if the browser cannot draw', async () => {
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await page.goto(`${program.url}/map`);
      await page.locator('.map').hover();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.map-live').count()).toBe(0);
      await page.getByRole('link', { name: 'Zoom in', exact: true }).click();
      await page.waitForURL(/z=/);
      expect(await page.locator('.base-map').isVisible()).toBe(true);
    });
  });
});
