import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { canUse } from './can-use.ts';
import { eventually } from './eventually.ts';
import { later } from './later.ts';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  // Takes a third of the processor time: the others draw a window with toolbars for each page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = CANDIDATES.find((path) => path && existsSync(path));

/** Runs a suite if Chromium is installed. Otherwise skips it. */
export const describeInBrowser = canUse('Chromium', executablePath !== undefined)
  ? describe
  : describe.skip;

/** Launches a browser before all tests of a suite. Call it before `useDirectory`, to close it first. */
export function useBrowser(): Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return later(() => browser);
}

/**
 * Returns a function that opens a path of a program in a context of its own. After each test, closes
 * the pages and expects that they reported no faults.
 */
export function usePages(browser: Browser, program: { url: string }) {
  let opened: { page: Page; faults: string[] }[] = [];
  afterEach(async () => {
    const pages = opened;
    opened = [];
    for (const { page } of pages) await page.context().close();
    expect(pages.flatMap(({ faults }) => faults)).toEqual([]);
  });
  return async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    opened.push({ page, faults: faultsIn(page) });
    await page.goto(program.url + path);
    return page;
  };
}

/**
 * Launches a browser whose pages have no transitions unless they ask for them. Drawing these takes
 * half of the processor time.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--disable-quic',
      // No page lives long enough to repay V8's slowest optimizer or a young generation that grows.
      '--js-flags=--no-opt --min-semi-space-size=16',
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext({ reducedMotion: 'reduce', ...options });
  return browser;
}

/** Error that Chromium reports when it skips a `@view-transition` on a busy machine. */
const GIVEN_UP = /^Transition was (aborted|skipped)/;

/** Collects the page's uncaught exceptions and console errors from now on. */
export function faultsIn(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => {
    if (!GIVEN_UP.test(message)) faults.push(message);
  });
  return faults;
}

/** Holds the next request of a page to an address. Resolves once the page sends it. */
export function holdRequest(page: Page, address: string): Promise<Route> {
  return new Promise((resolve) => {
    let held: Route | undefined;
    void page.route(address, (route) => (held ? route.continue() : resolve((held = route))));
  });
}

type Area = { x: number; y: number; width: number; height: number };

/** Takes a screenshot, again while Chromium draws no frame in time on a busy machine. */
function screenshotOf(page: Page): Promise<Buffer> {
  return eventually(() =>
    page.screenshot().catch((error: Error) => {
      if (!error.message.includes('Unable to capture screenshot')) throw error;
      return undefined;
    }),
  );
}

/** Returns the color of the middle pixel of an element, such as "#bcd9e6". */
export async function colorAmid(element: Locator): Promise<string> {
  const { x, y, width, height } = (await element.boundingBox())!;
  const pixel = { x: x + width / 2, y: y + height / 2, width: 1, height: 1 };
  const [[color]] = (await colorsIn(element.page(), pixel)) as [[string]];
  return color;
}

/** Returns the different colors in each of some areas of the window, at one moment. */
export async function colorsIn(page: Page, ...areas: Area[]): Promise<string[][]> {
  const png = (await screenshotOf(page)).toString('base64');
  return page.evaluate(
    async ({ png, areas }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      // Each color is stored as ABGR.
      const hexOf = (value: number) =>
        [0, 8, 16].map((bits) => ((value >> bits) & 255).toString(16).padStart(2, '0')).join('');
      return areas.map(({ x, y, width, height }) => {
        const { data } = context.getImageData(x, y, width, height);
        return [...new Set(new Uint32Array(data.buffer))].map((value) => `#${hexOf(value)}`);
      });
    },
    { png, areas },
  );
}
