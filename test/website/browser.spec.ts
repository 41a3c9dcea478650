import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, holdRequest, useBrowser, usePages } from '../support/browser.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SHORT_PHONE = { width: 390, height: 500 };
const NARROW = { width: 360, height: 740 };
/** US Letter, landscape, without margins, at 96 dpi. */
const LANDSCAPE = { width: 1056, height: 816 };

const CAFE = '/b/northern-lantern-cafe-minneapolis';

describeInBrowser('the website in a browser, on the sample', () => {
  const browser = useBrowser();
  const { program } = useDirectory({ SAMPLE_DATA: 'true' });
  const open = usePages(browser, program);

  const heading = (page: Page) => page.locator('h1').innerText();
  const boxOf = async (element: Locator) => (await element.boundingBox())!;

  for (const javaScriptEnabled of [true, false]) {
    describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      it('searches, filters, turns pages, and goes back', async () => {
        const page = await open('/', { javaScriptEnabled, reducedMotion: 'no-preference' });
        await page.getByLabel('Where').fill('minneapolis');
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.waitForURL('**/search?*where=minneapolis*');
        const all = await heading(page);
        expect(all).toMatch(/^\d+ businesses found in Minneapolis$/);

        const option = page.locator('.filters a', { hasText: 'Food and drink' });
        const count = (await option.locator('.quiet').innerText()).trim();
        await option.click();
        await page.waitForURL('**category=food-and-drink*');
        await page.getByRole('link', { name: 'Remove Food and drink' }).waitFor();
        expect(await heading(page)).toContain(`${count} business`);

        await page.goBack();
        await page.waitForURL((url) => !url.search.includes('category'));
        await page.waitForFunction(
          (text) => document.querySelector('h1')?.textContent?.trim() === text,
          all,
        );

        await page.goto(`${program.url}/search`);
        const first = await page.locator('.card h3').first().innerText();
        await page.getByRole('link', { name: 'Next' }).click();
        await page.waitForURL('**page=2*');
        await page.locator('.pages [aria-current]', { hasText: '2' }).waitFor();
        expect(await page.locator('.card h3').first().innerText()).not.toBe(first);
      });

      it('shows contact and directions on the page of a business', async () => {
        const page = await open('/search?q=lantern+cafe', { javaScriptEnabled });
        await page.getByRole('link', { name: 'Northern Lantern Cafe' }).first().click();
        await page.waitForURL(`**${CAFE}`);
        const week = page.getByRole('table', { name: 'Opening hours' });
        expect(await week.locator('tr').count()).toBe(7);
        expect(await page.locator('.hours .today').count()).toBe(1);
        expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe(
          'tel:+16125550100',
        );
        const save = page.getByRole('link', { name: 'Save contact' });
        expect(await save.count()).toBe(0);
        await page.locator('summary', { hasText: 'More' }).click();
        expect(await save.getAttribute('href')).toMatch(/\.vcf$/);
        expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(
          javaScriptEnabled ? 1 : 0,
        );
      });

      it('filters the cities by name', async () => {
        const page = await open('/cities', { javaScriptEnabled });
        const places = page.locator('.index li:visible bdi');
        const all = await places.count();
        const field = page.getByLabel('Filter by name');
        await field.pressSequentially('DULU');
        if (!javaScriptEnabled) await field.press('Enter');
        await page.locator('.index li:visible', { hasText: 'Minneapolis' }).waitFor({
          state: 'detached',
        });
        expect(await places.allInnerTexts()).toEqual(['Duluth']);
        await field.fill('xyzzy');
        if (!javaScriptEnabled) await field.press('Enter');
        await page.getByText('No city or county matches.').waitFor();
        await field.fill('');
        if (!javaScriptEnabled) await field.press('Enter');
        await page.locator('.index li:visible', { hasText: 'Minneapolis' }).waitFor();
        expect(await places.count()).toBe(all);
      });
    });
  }

  it('shows the actions of a business in one row on a phone', async () => {
    const page = await open(CAFE, { viewport: NARROW });
    const boxes = await Promise.all(
      (await page.locator('.actions:has(.more) > li').all()).map(boxOf),
    );
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeLessThanOrEqual(NARROW.width);
  });

  it('closes the menu of a business on Escape and on a press elsewhere', async () => {
    const page = await open(CAFE);
    const menu = page.locator('details.more');
    const summary = menu.locator('summary');
    await summary.click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await summary.click();
    expect(await menu.getAttribute('open')).toBe('');
    await page.locator('h1').click();
    expect(await menu.getAttribute('open')).toBeNull();
  });

  it('shares the address of a business without the thanks for a report', async () => {
    const page = await open(`${CAFE}?reported=yes`);
    const copied = await page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.clipboard.writeText = (text) => Promise.resolve(resolve(text));
          document.querySelector<HTMLElement>('mnbd-share button')!.click();
        }),
    );
    expect(copied).toBe(program.url + CAFE);
    // Browsers have no clipboard without HTTPS.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.querySelector<HTMLElement>('mnbd-share button')!.click();
    });
    const status = page.locator('mnbd-share [role=status]', { hasText: copied as string });
    await status.waitFor({ state: 'attached' });
  });

  it('offers to confirm a business, or to report it as closed, with two buttons at its top', async () => {
    const page = await open(CAFE, { viewport: PHONE });
    const boxes = await Promise.all(
      ['Is this still correct?', 'Closed for good?'].map((name) =>
        boxOf(page.locator('a.button').and(page.getByRole('link', { name }))),
      ),
    );
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    expect(boxes[0]!.y + boxes[0]!.height).toBeLessThan(PHONE.height);
    expect(boxes[0]!.height).toBeGreaterThanOrEqual(44);
  });

  it.each(['/', '/search?q=cafe', '/es/events'])(
    'moves nothing on %s when the heading font arrives',
    async (path) => {
      const page = await open('/robots.txt', { viewport: { width: 390, height: 800 } });
      const held = holdRequest(page, '**/*.woff2');
      await page.goto(program.url + path, { waitUntil: 'domcontentloaded' });
      const boxes = () =>
        page.evaluate(() => {
          const moved = [...document.querySelectorAll('h1, h2, .brand, .site-footer')];
          return moved.map((element) => {
            const { top, height } = element.getBoundingClientRect();
            return [top, height];
          });
        });
      const before = await boxes();
      expect(await page.evaluate(() => document.fonts.check('700 1em "National Park"'))).toBe(
        false,
      );
      const arrived = page.waitForResponse('**/*.woff2');
      await (await held).continue();
      const font = await arrived;
      expect((await font.body()).length).toBeLessThanOrEqual(20 * 1024);
      expect(font.headers()).toMatchObject({
        'content-type': 'font/woff2',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.fonts.check('700 1em "National Park"'))).toBe(true);
      // Without one of the fonts that the fallback is measured for, lines may shift by a pixel.
      const shifts = (await boxes()).flat().map((value, index) => value - before.flat()[index]!);
      expect(Math.max(...shifts.map(Math.abs))).toBeLessThan(2);
    },
  );

  it('applies a filter in place and moves the focus to the new total', async () => {
    const page = await open('/search');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.locator('.filters a', { hasText: 'Shopping' }).click();
    await page.getByRole('link', { name: 'Remove Shopping' }).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.title()).toContain('Shopping');
    const canonical = page.locator('link[rel=canonical]');
    expect(await canonical.getAttribute('href')).toMatch(/\/search\?category=shopping$/);
    await page.locator('.filters a', { hasText: 'Open now' }).click();
    await page.getByRole('link', { name: 'Remove Open now' }).waitFor();
    expect(await canonical.count()).toBe(0);
  });

  it('keeps filters applied in place in other languages, and removed ones out of the next search', async () => {
    const page = await open('/search?open=now');
    await page.locator('.filters a', { hasText: 'Shopping' }).click();
    await page.getByRole('link', { name: 'Remove Shopping' }).waitFor();
    const spanish = page.locator('#languages a', { hasText: 'Español' });
    expect(await spanish.getAttribute('href')).toBe('/es/search?category=shopping&open=now');
    await page.getByRole('link', { name: 'Remove Open now' }).click();
    await page.waitForURL('**/search?category=shopping');
    await page.getByRole('combobox', { name: 'What' }).fill('books');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search?q=books&where=');
  });

  it('keeps what the visitor types while a filter is applied in place', async () => {
    const page = await open('/search');
    const [what, where] = ['What', 'Where'].map((name) => page.getByRole('combobox', { name }));
    const held = holdRequest(page, '**/search?category=shopping');
    await where!.fill('Duluth');
    await page.locator('.filters a', { hasText: 'Shopping' }).click();
    await what!.pressSequentially('bo');
    await (await held).continue();
    await page.getByRole('link', { name: 'Remove Shopping' }).waitFor();
    await page.keyboard.type('oks');
    expect([await what!.inputValue(), await where!.inputValue()]).toEqual(['books', 'Duluth']);
    await what!.fill('');
    await page.getByRole('link', { name: 'Remove Shopping' }).click();
    await page.waitForURL('**/search');
    expect(await where!.inputValue()).toBe('Duluth');
  });

  it('shows suggestions while the visitor types, usable by keyboard', async () => {
    const page = await open('/');
    const field = page.getByRole('combobox', { name: 'What' });
    await field.pressSequentially('north');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await field.press('ArrowDown');
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await options.first().getAttribute('id'),
    );
    await field.press('ArrowUp');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await field.press('ArrowDown');
    await field.press('Escape');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    expect(await options.first().isVisible()).toBe(false);
    await field.press('Escape');
    expect(await field.inputValue()).toBe('north');
    await field.press('Enter');
    await page.waitForURL('**/search?*q=north*');
    await page.goBack();
    await field.fill('');
    await field.pressSequentially('lantern');
    await options.first().waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL('**/b/*lantern*');
  });

  it.each([
    ['What', '/', SHORT_PHONE],
    ['Where', '/', SHORT_PHONE],
    ['What', '/search?q=cafe&where=duluth', SHORT_PHONE],
    ['Where', '/search?q=cafe&where=duluth', SHORT_PHONE],
    ['What', '/', DESK],
    ['What', '/search', DESK],
  ])(
    'suggests for %s at %s below the form, not over its fields: %j',
    async (label, path, viewport) => {
      const page = await open(path, { viewport });
      const field = page.getByRole('combobox', { name: label });
      await field.fill('');
      await field.pressSequentially('sa');
      await page.getByRole('option').first().waitFor();
      const list = await boxOf(page.getByRole('listbox'));
      const button = page.getByRole('button', { name: 'Search', exact: true });
      for (const part of [page.getByRole('combobox', { name: 'Where' }), button]) {
        const { y, height } = await boxOf(part);
        expect(list.y).toBeGreaterThanOrEqual(y + height);
      }
      // On a phone, the visitor scrolls.
      if (viewport === DESK) expect(list.y + list.height).toBeLessThanOrEqual(DESK.height);
      await button.click({ trial: true });
    },
  );

  it('requests the position only when "Near me" is pressed', async () => {
    const page = await open('/search', {
      geolocation: { latitude: 46.7867, longitude: -92.1005 },
      permissions: ['geolocation'],
    });
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.waitForURL('**/search?*where=46.787%2C-92.1*');
    expect(await heading(page)).toMatch(/near you$/);
    expect(await page.getByLabel('Where').inputValue()).toBe('Near you');
    expect(await page.locator('.card .distance').first().innerText()).toMatch(/\d mi$/);
    expect(await page.locator('.sorts [aria-current]').innerText()).toBe('Distance');
    await page.getByRole('combobox', { name: 'What' }).fill('cafe');
    await page.getByLabel('Where').press('Enter');
    await page.waitForURL('**/search?q=cafe&where=46.787%2C-92.100');
    await page.getByLabel('Where').click();
    await page.keyboard.press('End');
    await page.keyboard.type('Ely');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?*where=Ely');
  });

  it('shows a phone the "Near me" button that it asks the visitor to press', async () => {
    const page = await open('/search?q=cafe+near+me', { viewport: PHONE });
    await page.getByText('press “Near me”').waitFor();
    expect(await page.getByRole('button', { name: 'Near me' }).isVisible()).toBe(true);
  });

  it('explains what to do when the position is denied', async () => {
    const page = await open('/search', { permissions: [] });
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.getByText('Type a ZIP code instead.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-where');
  });

  it('prints dark on white, without controls', async () => {
    const page = await open('/search?q=coffee', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colors = await page
      .locator('.card')
      .first()
      .evaluate((card) => {
        const { backgroundColor, color } = getComputedStyle(card);
        return [backgroundColor, color];
      });
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    for (const part of ['.filters', '#menu', '#languages', '.pages', '.downloads']) {
      expect(await page.locator(part).isVisible()).toBe(false);
    }
    await page.goto(`${program.url}/map`);
    for (const part of ['.filter-bar', '.map-controls']) {
      expect(await page.locator(part).isVisible()).toBe(false);
    }
  });

  const sizeOf = async (path: string) => {
    const response = await fetch(program.url + path, {
      headers: { 'accept-encoding': 'identity' },
    });
    return gzipSync(await response.arrayBuffer()).length;
  };

  it('sends a search page in 12 KB', async () => {
    expect(await sizeOf('/search')).toBeLessThanOrEqual(12 * 1024);
  });

  it.each(['/', '/search', CAFE, '/events', '/developers'])(
    'sends 6 KB of modules and 10 KB of styles with %s',
    async (path) => {
      const { html } = await getPage(program.url + path);
      for (const [files, kilobytes] of [
        [/<script\b[^>]*? src="([^"]*)"/g, 6],
        [/rel="stylesheet" href="([^"]*)"/g, 10],
      ] as const) {
        const addresses = [...html.matchAll(files)].map(([, address]) => address!);
        expect(addresses).not.toEqual([]);
        const sizes = await Promise.all(addresses.map(sizeOf));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes * 1024);
      }
    },
  );

  it.each([
    ['', 390, 844],
    ['/es', 320, 568],
    ['/so', 320, 568],
    ['/hmn', 320, 568],
  ])(
    'has a short header on a phone, with menu and second field on request, at %s/ (%i pixels)',
    async (prefix, width, height) => {
      const page = await open(prefix + CAFE, {
        viewport: { width, height },
        javaScriptEnabled: false,
      });
      const header = page.locator('.site-header');
      const menu = header.locator('#menu');
      const where = header.locator('[name=where]');
      expect((await boxOf(header)).height).toBeLessThanOrEqual(150);
      expect([await menu.isVisible(), await where.isVisible()]).toEqual([false, false]);

      await header.getByRole('button').first().click();
      const { x, y, width: wide, height: high } = await boxOf(menu);
      expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).not.toContain(false);
      expect(await menu.getByRole('link').count()).toBe(7);
      await page.keyboard.press('Escape');
      expect(await menu.isVisible()).toBe(false);

      await header.locator('[name=q]').fill('coffee');
      await where.fill('Duluth');
      await where.press('Enter');
      await page.waitForURL(`**${prefix}/search?q=coffee&where=Duluth`);
      // A field with a value stays visible.
      expect(await where.isVisible()).toBe(true);
    },
  );

  it('has no menu where its links fit', async () => {
    const page = await open('/', { viewport: { width: 1200, height: 800 } });
    const header = page.locator('.site-header');
    expect(await header.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false);
    expect(await header.getByRole('navigation').getByRole('link').first().isVisible()).toBe(true);
  });

  it('keeps the search within reach on a phone and keyboard focus visible below it', async () => {
    const page = await open('/search?where=minneapolis', { viewport: PHONE });
    await page.locator('.card a').last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2_000);
    const field = page.locator('.site-header [name=q]');
    const { y } = await boxOf(field);
    expect([y >= 0, y < 60]).toEqual([true, true]);
    await page.locator('.card a').first().focus();
    const { top, bottom } = await page.evaluate(() => ({
      top: document.activeElement!.getBoundingClientRect().top,
      bottom: document.querySelector('.site-header')!.getBoundingClientRect().bottom,
    }));
    expect(top).toBeGreaterThanOrEqual(bottom);
  });

  it.each([
    ['one result', '/search?q=northern+lantern+cafe'],
    ['no results', '/search?q=xyzzy'],
    ['no events', '/events?where=Ely'],
  ])('gives %s the whole width if no filter narrows the list', async (_what, path) => {
    const page = await open(path, { viewport: DESK });
    expect(await page.locator('.filters').count()).toBe(0);
    const { width } = await boxOf(page.locator('[data-swap] > section'));
    expect(width).toBeGreaterThan(1_000);
  });

  it.each(['/search?q=brewery', '/events'])(
    'gives the list of %s the whole width of a sheet in landscape',
    async (path) => {
      const page = await open(path, { viewport: LANDSCAPE });
      await page.emulateMedia({ media: 'print' });
      const { width } = await boxOf(page.locator('.with-filters > :first-child'));
      expect(width).toBeGreaterThan(900);
    },
  );

  it.each([true, false])(
    'leads to the filters and back on a phone, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open('/search', { viewport: PHONE, javaScriptEnabled });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.resourceType()));
      await page.getByRole('link', { name: 'Filters', exact: true }).click();
      // Leaves time for an unwanted reload of the list, which would scroll back to the top.
      await page.waitForLoadState('networkidle');
      expect(asked.filter((type) => ['document', 'fetch'].includes(type))).toEqual([]);
      const { y } = await boxOf(page.locator('#filters'));
      expect([y >= 0, y < PHONE.height]).toEqual([true, true]);
      expect(await page.locator('#filters').evaluate((h2) => h2 === document.activeElement)).toBe(
        true,
      );
      await page.goBack();
      await page.waitForFunction(() => scrollY === 0);
      expect(new URL(page.url()).hash).toBe('');
    },
  );

  it.each(['/search', '/c/cafe', '/deals'])(
    'links to the filters at %s: visibly on a phone, with a skip link on a desktop',
    async (path) => {
      const page = await open(path, { viewport: PHONE });
      const link = page.getByRole('link', { name: 'Filters', exact: true });
      expect(await link.boundingBox()).toMatchObject({ height: expect.any(Number) });
      expect((await boxOf(link)).x).toBeGreaterThan(0);
      await page.setViewportSize(DESK);
      expect((await boxOf(link)).x).toBeLessThan(0);
      await link.focus();
      expect((await boxOf(link)).x).toBeGreaterThan(0);
    },
  );

  it.each(['/search?q=brewery', '/c/cafe', '/new', '/deals'])(
    'has the first result of %s within the first 300 pixels of a phone',
    async (path) => {
      const page = await open(path, { viewport: PHONE });
      const { y } = await boxOf(page.locator('main :is(.card, .deal)').first());
      expect(y).toBeLessThanOrEqual(300);
    },
  );

  it.each([
    ['sorts', '/es/search?q=bakery&where=Duluth', '.sorts'],
    ['breadcrumbs', '/b/aerial-bridge-bagels-duluth', '.breadcrumbs ol'],
  ])('shows all %s on a narrow phone without scrolling sideways', async (_what, path, row) => {
    const page = await open(path, { viewport: NARROW });
    const { x, width } = await boxOf(page.locator(`${row} > :last-child`));
    expect(x + width).toBeLessThanOrEqual(NARROW.width);
  });

  it.each([
    ['a narrow phone', NARROW],
    ['a desktop', DESK],
  ])('opens a panel on the map whose filters only scroll down, on %s', async (_what, viewport) => {
    const page = await open('/map', { viewport, javaScriptEnabled: false });
    await page.getByText('Filters', { exact: true }).first().click();
    const panel = page.locator('.filter-panel');
    const { x, width } = await boxOf(panel);
    const county = await boxOf(panel.getByRole('link', { name: /^Ramsey/ }));
    expect(county.x + county.width).toBeLessThanOrEqual(x + width);
  });

  it.each(['/events/harbor-lantern-walk-grand-marais', '/es/b/night-ferry-lounge-minneapolis'])(
    'opens the menu of %s within the screen of a narrow phone',
    async (path) => {
      const page = await open(path, { viewport: NARROW });
      await page.locator('.more summary').click();
      const { x, width } = await boxOf(page.locator('.more ul'));
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(NARROW.width);
    },
  );

  it('keeps the columns of a table apart', async () => {
    const page = await open('/quality', { viewport: DESK });
    const heading = page.getByRole('columnheader').first();
    const padding = await heading.evaluate((cell) => getComputedStyle(cell).paddingInlineEnd);
    expect(parseFloat(padding)).toBeGreaterThan(8);
  });

  it('keeps a place in Spanish clear of the button in its field', async () => {
    const page = await open('/es/search?where=duluth', { viewport: NARROW });
    const field = page.getByLabel('Dónde');
    const button = await boxOf(page.getByRole('button', { name: 'Cerca de mí' }));
    const { x, width } = await boxOf(field);
    const padding = await field.evaluate((input) => getComputedStyle(input).paddingInlineEnd);
    expect(x + width - parseFloat(padding)).toBeLessThanOrEqual(button.x);
  });

  it('shows four whole cards on the first screen of a phone, each with a button to call', async () => {
    const page = await open('/search', { viewport: PHONE });
    const { y, height } = await boxOf(page.locator('.card').nth(3));
    expect(y + height).toBeLessThanOrEqual(PHONE.height);
    const call = page.locator('.card .phone').first();
    expect(await call.getAttribute('href')).toMatch(/^tel:\+1/);
    const size = await boxOf(call);
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
  });

  it('changes the language at the top of a page without JavaScript', async () => {
    const page = await open('/search?q=coffee', { viewport: DESK, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Language: English' }).click();
    const language = page.getByRole('navigation', { name: 'Language' });
    expect(await language.getByRole('link').allInnerTexts()).toEqual([
      ...['English', 'Español', 'Soomaali', 'Hmoob'],
    ]);
    await language.getByRole('link', { name: 'Español' }).click();
    await page.waitForURL('**/es/search?q=coffee');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
  });

  it('returns to where the visitor was, back and forward', async () => {
    const page = await open('/search', { viewport: DESK });
    await page.locator('.sorts').getByRole('link', { name: 'Newest' }).click();
    await page.waitForURL('**sort=newest*');
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => (history.state as { scrollY: number }).scrollY === 300);
    await page.goBack();
    await page.waitForURL('**/search');
    await page.goForward();
    await page.waitForFunction(() => scrollY === 300);
  });

  it('closes the suggestions on a search, so that Back does not return to them', async () => {
    const page = await open('/', { viewport: DESK });
    // The page stays, as one that the browser keeps for "Back".
    await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
    const field = page.getByRole('combobox', { name: 'What' });
    await field.pressSequentially('northern');
    const option = page.getByRole('option').first();
    await option.waitFor();
    await field.press('Enter');
    expect(await option.isVisible()).toBe(false);
  });

  it('opens a suggestion when it is released, not when it is pressed', async () => {
    const page = await open('/search', { viewport: DESK });
    await page.getByRole('combobox', { name: 'What' }).pressSequentially('northern');
    const option = page.getByRole('option').first();
    await option.hover();
    await page.mouse.down();
    await page.waitForLoadState('networkidle');
    expect([new URL(page.url()).pathname, await option.isVisible()]).toEqual(['/search', true]);
    await page.mouse.up();
    await page.waitForURL('**/b/northern-*');
  });
});
