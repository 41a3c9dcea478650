import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Pool } from 'pg';
import { describeInBrowser, faultsIn, useBrowser } from '../support/browser.ts';
import { letMinutePass } from '../support/forms.ts';
import { scoreSearches, SEARCH_DIRECTORY } from '../support/search-quality.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const MOST_ACTIONS = 4;
const LOUNGE = '/b/night-ferry-lounge-minneapolis';

/** A resident who counts every click, every filled field and every Enter. */
class Resident {
  actions = 0;

  constructor(
    readonly page: Page,
    readonly pool: Pool,
  ) {}

  async click(target: Locator): Promise<void> {
    this.actions++;
    await target.click();
  }

  clickLink(name: string | RegExp): Promise<void> {
    return this.click(
      this.page
        .locator('main')
        .getByRole('link', { name, exact: typeof name === 'string' })
        .first(),
    );
  }

  async fill(label: string, text: string): Promise<void> {
    this.actions++;
    const field = this.page.locator('input').and(this.page.getByLabel(label, { exact: true }));
    await field.fill(text);
  }

  async search(what: string, where?: string): Promise<void> {
    await this.fill('What', what);
    if (where) await this.fill('Where', where);
    this.actions++;
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL('**/search?*');
  }

  /** Opens a page of the main menu, which a phone hides behind a button. */
  async open(name: string): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await this.click(menu);
    await this.click(this.page.getByRole('navigation', { name: 'Main' }).getByText(name));
  }

  heading(): Promise<string> {
    return this.page.locator('h1').innerText();
  }

  results(): Promise<string[]> {
    return this.page.locator('.card h3').allInnerTexts();
  }
}

interface Task {
  name: string;
  start?: string;
  perform: (resident: Resident) => Promise<void>;
}

const TASKS: Task[] = [
  {
    name: 'find the library of a city',
    perform: async (resident) => {
      await resident.search('library in duluth');
      expect((await resident.results())[0]).toBe('Duluth Public Library');
    },
  },
  {
    name: 'find pizza near a ZIP code',
    perform: async (resident) => {
      await resident.search('pizza', '55802');
      expect(await resident.results()).toContain('Harbor Light Pizza');
    },
  },
  {
    name: 'see who is open on Sunday',
    perform: async (resident) => {
      await resident.search('cafe open sunday');
      await resident.page.getByRole('link', { name: 'Remove Open on Sunday' }).waitFor();
      expect(await resident.results()).not.toEqual([]);
    },
  },
  {
    name: 'call a business',
    perform: async (resident) => {
      await resident.search('night ferry lounge');
      await resident.clickLink('Night Ferry Lounge');
      await resident.page.waitForURL(`**${LOUNGE}`);
      const call = resident.page.getByRole('link', { name: /^Call/ });
      expect(await call.getAttribute('href')).toMatch(/^tel:\+1\d{10}$/);
    },
  },
  {
    name: 'get directions from the map',
    perform: async (resident) => {
      await resident.search('night ferry lounge');
      await resident.clickLink('Map view');
      await resident.page.waitForURL('**/map?*');
      await resident.click(resident.page.locator('.map-list .card a').first());
      const directions = resident.page
        .locator('.preview')
        .getByRole('link', { name: 'Directions' });
      expect(await directions.getAttribute('href')).toMatch(/^https:.*destination=/);
    },
  },
  {
    name: 'narrow a category to a city',
    perform: async (resident) => {
      await resident.clickLink(/^Food and drink/);
      const filters = resident.page.getByRole('link', { name: 'Filters', exact: true });
      // On a desktop, this is a skip link outside the window.
      if ((await filters.boundingBox())!.x > 0) await resident.click(filters);
      await resident.clickLink(/^Duluth/);
      await resident.page.waitForURL('**/c/food-and-drink/in/duluth');
      expect(await resident.heading()).toBe('Food and drink in Duluth');
    },
  },
  {
    name: 'see what happens this weekend',
    perform: async (resident) => {
      await resident.open('Events');
      await resident.clickLink('This weekend');
      await resident.page.waitForURL('**/events?when=weekend');
      expect(await resident.heading()).toBe('Events this weekend');
    },
  },
  {
    name: 'read the terms of a deal',
    perform: async (resident) => {
      await resident.open('Deals');
      await resident.clickLink('Student evening');
      await resident.page.waitForURL('**/deals/student-evening-halfmoon-ramen');
      await resident.page.getByText('Terms').waitFor();
    },
  },
  {
    name: 'print a list',
    perform: async (resident) => {
      await resident.search('brewery');
      await resident.clickLink('Printable list');
      await resident.page.waitForURL('**/print/search?q=brewery');
      expect(await resident.page.locator('.printed tr').count()).toBeGreaterThan(1);
    },
  },
  {
    name: 'say that a business is still right',
    start: LOUNGE,
    perform: async (resident) => {
      const { page, pool } = resident;
      await resident.clickLink('Is this still correct?');
      await letMinutePass(page, pool, 'confirmation');
      await resident.click(page.locator('main').getByRole('button'));
      await page.waitForURL(`**${LOUNGE}?confirmed=yes`);
      await page.getByRole('status').filter({ hasText: 'Thank you!' }).waitFor();
    },
  },
];

describe('residents', () => {
  const { program, pool, token, api } = useDirectory({ SAMPLE_DATA: 'true' });

  beforeAll(async () => {
    const imported = await importUpload(program, token, await readFile(SEARCH_DIRECTORY));
    expect(imported.status).toBe('finished');
  });

  it('find an expected business among the first five results, and little else', async () => {
    const score = await scoreSearches(async (parameters) => {
      const { body } = await api(`businesses?${parameters}`);
      return body;
    });
    expect(score.searches).toBe(53);
    // Compares the misses themselves, so that a failure lists them.
    expect(score.misses.slice(4)).toEqual([]);
    expect(score.found).toBeGreaterThanOrEqual(0.97);
    expect(score.precision).toBeGreaterThanOrEqual(0.98);
  });

  describeInBrowser('in a browser', () => {
    const browser = useBrowser();

    describe.each([
      ['a phone', { viewport: { width: 390, height: 844 } }],
      [
        'a desktop without JavaScript',
        { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false },
      ],
    ])('on %s, in at most four actions', (_what, options) => {
      let context: BrowserContext;
      beforeAll(async () => {
        // All tasks share one context, so the assets are cached after the first.
        context = await browser.newContext(options);
      });
      afterAll(() => context.close());

      it.each(TASKS)('$name', async ({ start = '/', perform }) => {
        const page = await context.newPage();
        const faults = faultsIn(page);
        await page.goto(program.url + start);
        const resident = new Resident(page, pool);
        await perform(resident);
        expect(resident.actions).toBeLessThanOrEqual(MOST_ACTIONS);
        expect(faults).toEqual([]);
        await page.close();
      });
    });
  });
});
