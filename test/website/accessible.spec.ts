import type { Page } from 'playwright-core';
import { violationsOf } from '../support/accessible.ts';
import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { PAGES } from '../support/website-pages.ts';
import { useDirectory } from '../support/use-directory.ts';

const WIDTHS = [390, 1200];
const SCHEMES = ['light', 'dark'] as const;
const LONG_WORD = 'Otorhinolaryngology'.repeat(4);

describeInBrowser('accessibility of the website', () => {
  const browser = useBrowser();
  const { program, pool } = useDirectory({ SAMPLE_DATA: 'true' });
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage();
    await insertBusiness(pool, { slug: 'ear', name: 'Otorhinolaryngology Clinic', city: 'Ely' });
    await insertBusiness(pool, { slug: 'long', name: LONG_WORD, city: 'Ely' });
  });

  it.each([...PAGES, '/search?q=otorhinolaryngology', '/b/long/report', `/map?q=${LONG_WORD}`])(
    'has no violation and no overflow at %s, narrow, wide and with large text, light and dark',
    async (path) => {
      await page.goto(program.url + path);
      await page.setViewportSize({ width: 320, height: 900 });
      for (const size of ['200%', '']) {
        await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      }
      for (const [index, width] of WIDTHS.entries()) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        // Covers both widths and both color schemes: every other page is dark when narrow.
        const colorScheme = SCHEMES[(PAGES.indexOf(path) + index) % 2]!;
        await page.emulateMedia({ colorScheme });
        expect({ width, colorScheme, violations: await violationsOf(page) }).toEqual({
          width,
          colorScheme,
          violations: [],
        });
      }
    },
  );

  it('has no violation with a phone’s menu, languages and search open', async () => {
    await page.goto(`${program.url}/b/night-ferry-lounge-minneapolis`);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Language' }).click();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('.site-header [name=q]').focus();
      expect(await violationsOf(page)).toEqual([]);
    }
  });
});
