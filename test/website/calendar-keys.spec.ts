import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, faultsIn, useBrowser } from '../support/browser.ts';
import { useDirectory } from '../support/use-directory.ts';

const YEAR = new Date().getUTCFullYear() + 1;

describeInBrowser('the calendar in a browser', () => {
  const browser = useBrowser();
  const { program, pool } = useDirectory();

  beforeAll(async () => {
    await pool.query(
      `INSERT INTO events (id, slug, name, starts_at, ends_at)
       VALUES (gen_random_uuid(), 'fair', 'Fair', $1, $1::timestamptz + interval '2 hours')`,
      [`${YEAR}-06-10T10:00:00-05:00`],
    );
  });

  let faults: string[] = [];
  afterEach(() => expect(faults).toEqual([]));

  const open = async (options: Parameters<Browser['newPage']>[0] = {}) => {
    const page = await browser.newPage(options);
    faults = faultsIn(page);
    await page.goto(`${program.url}/events?month=${YEAR}-06`);
    return page;
  };
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.querySelector('time')?.dateTime);
  const heading = (page: Page) => page.locator('h1').innerText();

  it('moves between days by arrow keys, with a single day as a Tab stop', async () => {
    const page = await open({ viewport: { width: 1200, height: 900 } });
    const grid = page.getByRole('grid', { name: `Events in June ${YEAR}` });
    expect(await grid.locator('td[tabindex="0"]').count()).toBe(1);
    await grid.locator('td[tabindex="0"]').focus();
    const walk = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused(page);
    };
    expect(await walk('ArrowRight')).toBe(`${YEAR}-06-02`);
    expect(await walk('ArrowDown')).toBe(`${YEAR}-06-09`);
    expect(await walk('ArrowLeft', 'ArrowUp')).toBe(`${YEAR}-06-01`);
    expect(await walk('ArrowUp')).toBe(`${YEAR}-06-01`);
    expect(await walk('ArrowDown', 'ArrowRight', 'ArrowRight')).toBe(`${YEAR}-06-10`);
    const day = new Date(Date.UTC(YEAR, 5, 10)).getUTCDay();
    const iso = (number: number) => `${YEAR}-06-${String(number).padStart(2, '0')}`;
    expect(await walk('Home')).toBe(iso(10 - day));
    expect(await walk('End')).toBe(iso(16 - day));
    expect(await grid.locator('td[tabindex="0"]').count()).toBe(1);
    await page.close();
  });

  it('moves between days after following a link from the agenda', async () => {
    const page = await open({ viewport: { width: 1200, height: 900 } });
    await page.getByRole('link', { name: 'Agenda' }).click();
    await page.locator('table.month').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Month', exact: true }).click();
    await page.locator('td[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe(`${YEAR}-06-02`);
    await page.close();
  });

  it('turns to other months and opens a day', async () => {
    const page = await open({ viewport: { width: 1200, height: 900 } });
    await page.locator('td[tabindex="0"]').focus();
    const turned = async (key: string, title: string) => {
      await page.keyboard.press(key);
      await page.locator('h1', { hasText: title }).waitFor();
    };
    await turned('PageDown', `Events in July ${YEAR}`);
    await turned('PageDown', `Events in August ${YEAR}`);
    expect(await focused(page)).toBe(`${YEAR}-08-01`);
    await turned('PageUp', `Events in July ${YEAR}`);
    await turned('PageUp', `Events in June ${YEAR}`);
    await page.locator('td', { has: page.getByText('Fair') }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/events?day=${YEAR}-06-10`);
    expect(await heading(page)).toContain('June 10');
    await page.close();
  });

  it.each([true, false])(
    'is an agenda on a narrow screen, with JavaScript: %p',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled, viewport: { width: 390, height: 800 } });
      expect(await page.locator('table.month').isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'Fair' }).isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Month', exact: true }).click();
      await page.locator('table.month').waitFor();
      await page.getByRole('link', { name: '1 event', exact: false }).click();
      await page.waitForURL(`**/events?day=${YEAR}-06-10`);
      await page.close();
    },
  );

  it('prints the names of events on paper, which is narrow', async () => {
    const page = await open({ viewport: { width: 739, height: 960 } });
    await page.goto(`${page.url()}&view=month`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('table.month').getByText('Fair').isVisible()).toBe(true);
    expect(await page.locator('.month .count').isVisible()).toBe(false);
    await page.close();
  });

  it('is a table of links without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 1200, height: 900 } });
    expect(await page.locator('div.if-narrow').isVisible()).toBe(false);
    expect(await page.locator('.sorts > :visible').allInnerTexts()).toEqual(['Month', 'Agenda']);
    expect(await page.locator('.sorts [aria-current]:visible').innerText()).toBe('Month');
    await page.locator('table.month').getByRole('link', { name: 'Fair' }).click();
    expect(await heading(page)).toBe('Fair');
    await page.goBack();
    await page.getByRole('link', { name: `July ${YEAR}` }).click();
    expect(await heading(page)).toBe(`Events in July ${YEAR}`);
    await page.close();
  });
});
