import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { violationsOf } from '../support/accessible.ts';
import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { canUse } from '../support/can-use.ts';
import { insertBusiness } from '../support/directory.ts';
import { sendForm } from '../support/forms.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useFolder } from '../support/use-folder.ts';
import { PAGES } from '../support/website-pages.ts';

const hasJava = process.env
  .PATH!.split(delimiter)
  .some((folder) => existsSync(join(folder, 'java')));

const CHECKER = 'node_modules/vnu-jar/build/dist/vnu.jar';
const describeWithJava = canUse('Java', hasJava) ? describe : describe.skip;

interface Finding {
  type: 'error' | 'info';
  subType?: 'warning';
  url: string;
  message: string;
  extract?: string;
}

const WIDTHS = [390, 1200];
const SCHEMES = ['light', 'dark'] as const;
const LONG_WORD = 'Otorhinolaryngology'.repeat(4);

describe('every kind of page', () => {
  const { program, pool } = useDirectory({ SAMPLE_DATA: 'true' });

  describeWithJava('in the Nu HTML checker', () => {
    const inFolder = useFolder();

    it('has no finding', async () => {
      const written: string[] = [];
      const write = async (html: string) => {
        const file = inFolder(`${written.length}.html`);
        await writeFile(file, html);
        return written.push(file);
      };
      for (const path of PAGES) await write(await (await fetch(program.url + path)).text());
      const refused = await sendForm(`${program.url}/suggest-business`, {});
      await write(refused.html);

      const options = ['-jar', CHECKER, '--format', 'json', '--stdout', '--exit-zero-always'];
      const { stdout } = await promisify(execFile)('java', [...options, ...written]);
      const { messages } = JSON.parse(stdout) as { messages: Finding[] };
      // Without a subtype, information is about style, such as `/>` of void elements.
      const found = messages.filter(({ type, subType }) => type === 'error' || subType);
      const findings = found.map(({ url, message, extract }) => ({
        page: PAGES[Number(/(\d+)\.html$/.exec(url)![1])] ?? 'a refused form',
        message,
        extract,
      }));
      expect(findings).toEqual([]);
    });
  });

  describeInBrowser('in a browser', () => {
    const browser = useBrowser();
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
});
