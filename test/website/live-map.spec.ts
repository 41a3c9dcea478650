import type { BrowserContext, Page } from 'playwright-core';
import {
  colorAmid,
  colorsIn,
  describeInBrowser,
  faultsIn,
  holdRequest,
  useBrowser,
} from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { CAFES_IN_DULUTH, inView, useMapDirectory } from '../support/map-directory.ts';

const LAKE = 'lat=46.9&lon=-91.5';
const WISCONSIN = 'lat=46.45&lon=-92.1';

/** Pixels from the upper left corner of the window. */
interface Point {
  x: number;
  y: number;
}

const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'));

describeInBrowser('the interactive map', () => {
  const browser = useBrowser();
  const { program, get } = useMapDirectory();
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    // All pages share one context, so the drawing modules are cached after the first.
    context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  });
  const newPage = async () => {
    page = await context.newPage();
  };
  const usePage = () => {
    beforeAll(newPage);
    afterAll(() => page.close());
  };

  /** Opens a page and makes it load the interactive map in place of the image. */
  const open = async (path: string) => {
    await page.goto(program.url + path);
    await page.locator('.map').hover();
    await page.locator('.map-live .map-picture').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  };
  const isSamePage = () => page.evaluate(() => 'isSamePage' in globalThis);
  const canvas = () => page.locator('.map-live canvas');
  const untilInView = (count: number) =>
    page.locator('h1', { hasText: new RegExp(`^${count} of`) }).waitFor();
  /** Reads the map of an address in the size of the window's map. */
  const getSized = async (query: string) => {
    const size = await page
      .locator('.map-live')
      .evaluate(({ clientWidth, clientHeight }) => `${clientWidth}x${clientHeight}`);
    return get(`/map?${query}&size=${size}`);
  };
  const query = () => new URL(page.url()).searchParams.toString();

  // Loading the interactive map takes most of the time, so specs share a page where they can.
  describe('on one page of the whole state', () => {
    usePage();

    it('shows the same as the image, loads nothing from elsewhere, and obeys the policy', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const faults = faultsIn(page);
      await open('/map');
      expect(await page.locator('.map-live .cluster, .map-live .pin').count()).toBe(3);
      expect(await page.locator('.map-live .pin').getAttribute('href')).toMatch(/&b=bakery$/);
      expect(faults).toEqual([]);
      expect(asked.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1/.test(url))).toEqual([]);
    });

    it('moves by its links and filters without a new page', async () => {
      await page
        .getByRole('link', { name: `${CAFES_IN_DULUTH} businesses, zoom in` })
        .press('Enter');
      await untilInView(CAFES_IN_DULUTH);
      await page.getByRole('link', { name: 'All of Minnesota' }).click();
      await untilInView(CAFES_IN_DULUTH + 3);
      const hasFocus = (heading: string) =>
        page.locator(`${heading}:focus`).waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Next' }).click();
      await hasFocus('#list');
      await page.getByText('Filters', { exact: true }).first().click();
      await page.getByRole('link', { name: /^Bakeries/ }).click();
      await untilInView(1);
      await hasFocus('h1');
      const spanish = page.locator('#languages a', { hasText: 'Español' });
      expect(await spanish.getAttribute('href')).toContain('/es/map?category=bakeries');
      expect(await isSamePage()).toBe(true);
    });

    it('opens a preview from a pin, and returns the focus to the pin', async () => {
      await page.locator('.map-live .pin').press('Enter');
      const preview = page.locator('.preview');
      await preview.waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('preview');
      expect(await preview.getByRole('link').evaluateAll(hrefs)).toEqual([
        expect.stringMatching(/^\/map/),
        expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/dir/),
        '/b/bakery',
      ]);
      await preview.getByRole('link', { name: 'Close' }).press('Enter');
      await preview.waitFor({ state: 'detached' });
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(focused).toBe('Bakery & <Sons>');
      await page.goBack();
      await preview.waitFor();
      expect(await isSamePage()).toBe(true);
    });
  });

  describe('on one page of a city', () => {
    usePage();

    let before: string;
    beforeAll(async () => {
      await open('/map?lat=46.76&lon=-92.1&z=11');
      await untilInView(CAFES_IN_DULUTH);
      before = page.url();
    });

    const goBack = async () => {
      await page.goBack();
      await untilInView(CAFES_IN_DULUTH);
      expect(page.url()).toBe(before);
    };

    it('opens a preview from a card, and marks the pin of the card under the pointer', async () => {
      const card = page.locator('.map-list .card a').first();
      const marked = page.locator('.map .marked');
      expect(await marked.count()).toBe(0);
      await card.hover();
      expect(await marked.count()).toBe(1);
      await card.click();
      const preview = page.locator('.preview');
      await preview.getByText('Cafe 01').waitFor();
      expect(await page.locator('.map .pin.marked[href="/b/cafe-1"]').count()).toBe(1);
      await page.goBack();
      await preview.waitFor({ state: 'detached' });
      expect(page.url()).toBe(before);
      expect(await isSamePage()).toBe(true);
    });

    it('can be dragged, updates the address and list, and supports going back', async () => {
      const { x, y, width, height } = (await canvas().boundingBox())!;
      await page.mouse.move(x + width * 0.25, y + height * 0.9);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.25, y + height * 0.2, { steps: 8 });
      await page.mouse.up();
      await page.waitForURL((url) => url.href !== before);
      const parameters = new URL(page.url()).searchParams;
      expect(Number(parameters.get('lat'))).toBeLessThan(46.7);
      const { html } = await getSized(parameters.toString());
      await untilInView(inView(html));
      expect(inView(html)).toBeLessThan(CAFES_IN_DULUTH);
      await goBack();
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
      const { x, y, width, height } = (await canvas().boundingBox())!;
      await zoom({ x: x + width * 0.1, y: y + height * 0.3 });
      await eventually(async () => {
        const { html } = await getSized(query());
        const shown = parseInt(await page.locator('h1').innerText());
        return shown < CAFES_IN_DULUTH && shown === inView(html) ? true : undefined;
      });
      await goBack();
      expect(await isSamePage()).toBe(true);
    });

    it('keeps its results while moved, once the visitor turns that search off', async () => {
      await page.getByRole('checkbox', { name: 'Search as I move' }).uncheck();
      const button = page.getByRole('button', { name: 'Search this area' });
      await canvas().focus();
      await page.keyboard.press('+');
      await button.waitFor();
      expect(page.url()).toBe(before);
      await button.click();
      await page.waitForURL(/z=12/);
      const { html } = await getSized(query());
      await untilInView(inView(html));
      expect(await button.isVisible()).toBe(false);
    });

    it('is moved and zoomed by keys, keeping the focus', async () => {
      await page.getByRole('checkbox', { name: 'Search as I move' }).check();
      await canvas().focus();
      await page.keyboard.press('+');
      await page.waitForURL(/z=13/);
      const near = await getSized(query());
      await untilInView(inView(near.html));
      await page.keyboard.press('ArrowRight');
      await page.waitForURL((url) => Number(url.searchParams.get('lon')) > -92.09);
      await page.keyboard.press('-');
      await page.waitForURL(/z=12/);
      const focused = page.locator('.map-live canvas:focus');
      expect(await focused.count()).toBe(1);
      expect(await isSamePage()).toBe(true);
    });

    /** Follows a link on the page. */
    const follow = (path: string) =>
      page.locator('.map-page h1').evaluate((heading, href) => {
        const link = document.createElement('a');
        link.href = href;
        heading.append(link);
        link.click();
      }, path);

    it('keeps its center and zoom where the server has results', async () => {
      await follow('/map?lat=46.76&lon=-89.6&z=5.4');
      await page.waitForURL(/lon=-89.6&z=5.4$/);
      await canvas().focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/lon=-89.45&/);
      await page.keyboard.press('-');
      await page.waitForURL(/z=5$/);
      const { html } = await getSized(query());
      await untilInView(inView(html));
    });

    it('applies a filter at its present position while the results of a move are pending', async () => {
      await follow('/map?lat=46.76&lon=-92.1&z=11');
      await untilInView(CAFES_IN_DULUTH);
      const held = holdRequest(page, '**/map?*&size=*');
      await canvas().focus();
      await page.keyboard.press('ArrowDown');
      const moved = await held;
      const latitude = new URL(page.url()).searchParams.get('lat');
      await page
        .locator('a[href*="category=cafes"]')
        .first()
        .evaluate((link) => {
          (link as HTMLElement).click();
        });
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('category'), searchParams.get('lat')]).toEqual(['cafes', latitude]);
      await moved.abort();
      const filtered = inView((await getSized(query())).html);
      expect(filtered).toBeLessThan(CAFES_IN_DULUTH);
      await untilInView(filtered);
    });

    it.each([
      ['the other side of the state line', WISCONSIN, 9, '#e2e3dd'],
      ['no state, whose outline is too coarse', WISCONSIN, 10, '#f3f1ea'],
      ['the lake', LAKE, 10, '#bcd9e6'],
      ['no lake, because all shapes are too coarse', LAKE, 11, '#f3f1ea'],
    ])('draws %s like the image at %s&z=%d', async (_what, position, zoom, expected) => {
      const image = await context.newPage();
      await image.goto(`${program.url}/map?${position}&z=${zoom}`);
      const picture = image.locator('.map .map-picture');
      expect(await colorAmid(picture)).toBe(expected);
      const scale = await picture.evaluate((svg: SVGSVGElement) => svg.getScreenCTM()!.a);
      await image.close();
      await follow(`/map?${position}&z=${(zoom + Math.log2(scale)).toFixed(2)}`);
      await eventually(async () => (await colorAmid(canvas())) === expected || undefined);
    });

    it('draws no name under a cluster, in either color scheme', async () => {
      await follow('/map?category=cafes');
      await untilInView(CAFES_IN_DULUTH);
      await follow('/map?lat=46.8&lon=-92.1&z=7');
      const cluster = page.locator('.map-live .cluster circle');
      // The former view has several.
      await eventually(async () => (await cluster.count()) === 1);
      await page
        .locator('.map-live .map-picture')
        .evaluate((picture: SVGSVGElement) => (picture.style.opacity = '0'));
      const brightness = async () => {
        // The picture for the map's own size may still replace the first one.
        const [colors] = (await colorsIn(page, (await cluster.boundingBox())!)) as [string[]];
        return colors.map((color) => parseInt(color.slice(3, 5), 16));
      };
      // Names are darker than all else on the map, or lighter in dark mode.
      await eventually(async () => Math.min(...(await brightness())) > 0x80 || undefined);
      await page.emulateMedia({ colorScheme: 'dark' });
      await eventually(async () => Math.max(...(await brightness())) < 0xa0 || undefined);
      await page.emulateMedia({ colorScheme: 'light' });
    });

    it('draws no name across its edges or under its controls, also once moved', async () => {
      await follow('/map');
      await untilInView(CAFES_IN_DULUTH + 3);
      await follow('/map?lat=45.05&lon=-93.3&z=8.6');
      await page.waitForURL(/z=8.6$/);
      await untilInView(inView((await getSized(query())).html));
      const controls = await page
        .locator('.map-controls a, .map-notes, .search-as-i-move label')
        .all();
      const boxes = await Promise.all(controls.map(async (each) => (await each.boundingBox())!));
      const { x, y, width, height } = (await page.locator('.map-live').boundingBox())!;
      const edges = [
        { x, y, width, height: 2 },
        { x, y, width: 2, height },
        { x, y: y + height - 2, width, height: 2 },
        { x: x + width - 2, y, width: 2, height },
      ];
      const above = page.locator('[data-part=controls], .search-as-i-move, .map-picture');
      await above.evaluateAll((elements) => {
        for (const element of elements as HTMLElement[]) element.style.opacity = '0';
      });
      // Names are darker than all else on the map.
      const darkest = async (...areas: typeof edges) => {
        const colors = (await colorsIn(page, ...areas)).flat();
        return Math.min(...colors.map((color) => parseInt(color.slice(3, 5), 16)));
      };
      const expectClear = () =>
        eventually(async () => (await darkest(...edges, ...boxes)) >= 0x80 || undefined);
      await eventually(async () => (await darkest({ x, y, width, height })) < 0x80);
      await expectClear();
      for (const key of ['ArrowRight', '-']) {
        const before = page.url();
        await canvas().focus();
        await page.keyboard.press(key);
        await page.waitForURL((url) => url.href !== before);
        await canvas().blur();
        await expectClear();
      }
    });

    it('offers to search the moved area, also after the response to an earlier click', async () => {
      await follow('/map?where=Duluth');
      await untilInView(CAFES_IN_DULUTH);
      await page.getByRole('checkbox', { name: 'Search as I move' }).uncheck();
      const held = holdRequest(page, '**/map?*&b=*');
      await page.locator('.map-list .card a').first().click();
      const response = await held;
      await canvas().focus();
      await page.keyboard.press('+');
      const button = page.getByRole('button', { name: 'Search this area' });
      await button.waitFor();
      await response.continue();
      await page.locator('.preview').waitFor();
      expect(await button.isVisible()).toBe(true);
    });
  });

  describe('on a page of its own, where it is not loaded yet', () => {
    beforeEach(newPage);
    afterEach(() => page.close());

    it('goes back while it is still moving', async () => {
      await page.clock.install();
      await open('/map?lat=46.76&lon=-92.1&z=11');
      await untilInView(CAFES_IN_DULUTH);
      await page.locator('.map-list .card a').first().click();
      await page.locator('.preview').waitFor();
      const held = holdRequest(page, '**/map?*&size=*');
      await page.locator('.map-controls .arrow-right').evaluate((east: HTMLElement) => {
        east.click();
        history.back();
      });
      const earlier = await held;
      await page.clock.runFor(1_000);
      await earlier.continue();
      await page.locator('.preview').waitFor({ state: 'detached' });
      expect(page.url()).toMatch(/lon=-92.1&z=11$/);
    });

    it('keeps its results and their page when it is resized, and steps from where it is', async () => {
      const resized = () => page.waitForResponse('**/map?*&size=*');
      const drawn = resized();
      await open('/map?category=cafes&lat=46.76&lon=-92.1&z=9&page=2');
      await drawn;
      await untilInView(CAFES_IN_DULUTH);
      expect(await page.locator('.map-list .card').count()).toBe(CAFES_IN_DULUTH - 20);
      await page.getByRole('checkbox', { name: 'Search as I move' }).uncheck();
      await canvas().focus();
      await page.keyboard.press('ArrowRight');
      const button = page.getByRole('button', { name: 'Search this area' });
      await button.waitFor();
      const before = page.url();
      const next = resized();
      await page.setViewportSize({ width: 1000, height: 700 });
      expect((await next).url()).toContain('&lon=-92.1&z=');
      await (await next).finished();
      expect([page.url(), await button.isVisible()]).toEqual([before, true]);
      await page.locator('.map-controls .arrow-right').evaluate((east: HTMLElement) => {
        east.click();
        east.click();
      });
      await page.waitForURL(({ searchParams }) => Number(searchParams.get('lon')) > -91);
      expect(page.url()).not.toContain('page=');
    });

    it.each([
      ['the interactive map', true, true],
      ['a new picture, in a browser that cannot draw', false, true],
      ['a new picture, if the connection breaks', true, false],
    ])('moves by the first drag, before it is loaded, to %s', async (_, canDraw, canLoad) => {
      await page.addInitScript((isAble) => {
        if (!isAble) HTMLCanvasElement.prototype.getContext = () => null;
      }, canDraw);
      let load = () => {};
      const isDue = new Promise<void>((resolve) => (load = resolve));
      await page.route('**/live-map*', async (route) => {
        await isDue;
        await (canLoad ? route.continue() : route.abort());
      });
      await page.goto(`${program.url}/map?lat=46.76&lon=-92.1&z=11`);
      const { x, y, width, height } = (await page.locator('.map').boundingBox())!;
      await page.mouse.move(x + width / 4, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 4, y + height / 4, { steps: 4 });
      const box = await page.locator('.map .map-picture').getAttribute('viewBox');
      expect(box).toMatch(/^0 [\d.]+ 600 600$/);
      load();
      await page.mouse.up();
      await page.waitForURL(({ searchParams }) => Number(searchParams.get('lat')) < 46.74);
      const isLive = canDraw && canLoad;
      expect(await page.locator('.map-live').count()).toBe(isLive ? 1 : 0);
      expect(await page.locator('.base-map').isVisible()).toBe(!isLive);
    });

    it('applies a filter that the visitor presses while it loads', async () => {
      const modules = holdRequest(page, '**/live-map*');
      const filtered = holdRequest(page, '**/map?category=cafes');
      await page.goto(`${program.url}/map`);
      await page.locator('.map').hover();
      const loading = await modules;
      await page
        .locator('a[href="/map?category=cafes"]')
        .first()
        .evaluate((link: HTMLElement) => link.click());
      const pending = await filtered;
      await loading.continue();
      await page.locator('.map-live canvas').waitFor({ state: 'attached' });
      // It gives way to the results, or has replaced the picture.
      await page.waitForFunction(
        () =>
          !document.querySelector('.map-live canvas') ||
          document.querySelector('.map-live .map-picture'),
      );
      await pending.continue();
      await page.waitForURL('**/map?category=cafes');
      await untilInView(CAFES_IN_DULUTH);
    });

    it('loads when it gets the keyboard focus, which it keeps', async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${program.url}/map`, { waitUntil: 'networkidle' });
      expect(asked.filter((url) => url.includes('live-map'))).toEqual([]);
      const pin = page.locator('.map .pin');
      await pin.focus();
      await page.locator('.map-live .map-picture').waitFor();
      // In one step, because the map is about to replace the pin with one for its own size.
      const keepsFocus = await page.evaluate(() =>
        document.activeElement!.matches('.map-live .pin'),
      );
      expect(keepsFocus).toBe(true);
    });
  });
});
