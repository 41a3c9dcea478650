import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describeInBrowser, faultsIn, useBrowser } from '../support/browser.ts';
import { useDirectory } from '../support/use-directory.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 740 };
/** US Letter, landscape, without margins, at 96 dpi. */
const LANDSCAPE = { width: 1056, height: 816 };

describeInBrowser('a list page in a browser, on the sample', () => {
  const browser = useBrowser();
  const { program } = useDirectory({ SAMPLE_DATA: 'true' });
  let pages: { page: Page; faults: string[] }[] = [];

  const open = async (path: string, options: BrowserContextOptions): Promise<Page> => {
    const page = await browser.newPage(options);
    pages.push({ page, faults: faultsIn(page) });
    await page.goto(program.url + path);
    return page;
  };
  const boxOf = async (element: Locator) => (await element.boundingBox())!;

  afterEach(async () => {
    const opened = pages;
    pages = [];
    for (const { page } of opened) await page.context().close();
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
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

  it.each(['/', '/search'])('suggests at %s below the form, not over its fields', async (path) => {
    const page = await open(path, { viewport: DESK });
    await page.getByRole('combobox', { name: 'What' }).pressSequentially('north');
    await page.getByRole('option').first().waitFor();
    const list = await boxOf(page.getByRole('listbox'));
    for (const part of [
      page.getByLabel('Where'),
      page.getByRole('button', { name: 'Search', exact: true }),
    ]) {
      const { y, height } = await boxOf(part);
      expect(list.y).toBeGreaterThanOrEqual(y + height);
    }
    expect(list.y + list.height).toBeLessThanOrEqual(DESK.height);
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
