import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { colorAmid, describeInBrowser, useBrowser, usePages } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { writePmtiles } from '../support/pmtiles.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

describeInBrowser('the street map', () => {
  const browser = useBrowser();

  /** Makes a page load the interactive map in place of the image. */
  const comeAlive = async (page: Page) => {
    await page.locator('.map').hover();
    await page.locator('.map-live .map-picture').waitFor();
  };

  describe.each([
    ['MAP_TILE_URL', 'https://tiles.test/{z}/{x}/{y}.png'],
    ['MAP_STYLE_URL', 'https://tiles.test/style.json'],
  ])('from %s', (variable, address) => {
    const { program } = useDirectory({ [variable]: address });
    const open = usePages(browser, program);

    it('loads tiles only from that host', async () => {
      const page = await open('/robots.txt');
      const asked: string[] = [];
      await page.route('https://tiles.test/**', (route) => {
        const url = route.request().url();
        const headers = { 'access-control-allow-origin': '*' };
        if (url.endsWith('/style.json')) return route.fulfill({ headers, json: STYLE });
        asked.push(url);
        return route.fulfill({ contentType: 'image/png', headers, body: PIXEL });
      });
      const response = await page.goto(`${program.url}/map`);
      expect(response!.headers()['content-security-policy']).toContain(
        "connect-src 'self' https://tiles.test;",
      );
      await comeAlive(page);
      expect(asked[0]).toMatch(/^https:\/\/tiles\.test\/\d+\/\d+\/\d+\.png$/);
    });

    it('can be dragged while that host is down', async () => {
      const page = await browser.newPage();
      await page.route('https://tiles.test/**', (route) => route.abort());
      await page.goto(`${program.url}/map?lat=46.76&lon=-92.1&z=11`);
      await page.locator('.map').hover();
      await page.mouse.down();
      await page.mouse.move(0, 0, { steps: 4 });
      await page.mouse.up();
      await page.waitForURL(({ searchParams }) => Number(searchParams.get('lat')) < 46.74);
      await page.close();
    });
  });

  describe('from a file', () => {
    const LAKE = [-94, 45, -92, 47] as const;
    let file: string;
    let isle: string;
    const { program, pool } = useDirectory(async ({ env }) => {
      // The program finds it there by itself.
      file = join(env.DATA_DIR, 'maps', 'minnesota.pmtiles');
      await mkdir(dirname(file), { recursive: true });
      await writePmtiles(
        file,
        { water: lake(LAKE), roads: streets() },
        '<b>&copy; Surveyors</b> of Lakes',
      );
      return {};
    });

    const open = usePages(browser, program);

    beforeAll(async () => {
      const place = { latitude: 46.2, longitude: -93 };
      isle = await insertBusiness(pool, { slug: 'isle', name: 'Isle Boats', ...place });
      await insertBusiness(pool, { slug: 'far', latitude: 48, longitude: -95 });
    });

    const get = (path: string) => getPage(program.url + path);
    const ask = (range?: string) =>
      fetch(`${program.url}/map/streets.pmtiles`, { headers: range ? { range } : {} });

    it('is drawn with the credits in the file, without the notice of the built-in map', async () => {
      const page = await open('/map?lat=46&lon=-93&z=6', {
        viewport: { width: 1200, height: 900 },
      });
      await comeAlive(page);
      await page.getByText('© Surveyors of Lakes').waitFor();
      const canvas = page.locator('.map-live canvas');
      expect(await colorAmid(canvas)).toBe('#bcd9e6');
      await page.goto(`${program.url}/map?lat=46&lon=-93&z=12`);
      await comeAlive(page);
      expect(await page.locator('.map-notes').isVisible()).toBe(false);
      const credits = (await page.locator('.maplibregl-ctrl-attrib').boundingBox())!;
      expect(credits.height).toBeLessThan(30);
    });

    it('is drawn by the server on maps and pages of businesses, also without JavaScript', async () => {
      for (const path of [`/list?ids=${isle}`, '/map?lat=46.2&lon=-93&z=15', '/b/isle']) {
        const { html } = await get(path);
        expect(html).toMatch(/<path class="water" d="M/);
        expect(html).toMatch(/<path class="line road" d="M[^"]*" stroke-width="\d+"/);
        expect(html).toContain('© Surveyors of Lakes');
      }
      const { html } = await get('/b/isle');
      const namesIn = (picture: string) =>
        [...picture.matchAll(/>([^<]*)<\/text>/g)].map(([, name]) => name);
      const [top, small] = html.split('class="small-map"').map(namesIn);
      expect(small).toEqual(expect.arrayContaining(['Lake Street', 'Shore Drive']));
      // Screens may cut off the edges of the picture at the top.
      expect(top).toEqual(['Lake Street']);
      expect([...html.matchAll(/<g class="base-map streets"/g)]).toHaveLength(2);
      expect(html).toContain('The pin marks the exact location.');
      expect(await faultsOf(html)).toEqual([]);
      const large = await get('/map?lat=46.2&lon=-93&z=15');
      expect(large.html).not.toContain('lakes and streets are not shown');
    });

    it('gives way to the built-in map where the file has no tiles', async () => {
      const { html } = await get('/b/far');
      expect(html).toContain('class="landscape"');
      expect(html).not.toContain('streets');
      expect(html).not.toContain('The pin marks the exact location.');
    });

    it('206: is sent in ranges up to its end', async () => {
      const bytes = await readFile(file);
      const part = await ask('bytes=0-6');
      expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
      expect(part.headers.get('content-range')).toBe(`bytes 0-6/${bytes.length}`);
      const last = await ask(`bytes=${bytes.length - 1}-${bytes.length + 99}`);
      expect([last.status, Buffer.from(await last.arrayBuffer())]).toEqual([
        206,
        bytes.subarray(-1),
      ]);
      expect((await ask(`bytes=${bytes.length}-${bytes.length}`)).status).toBe(400);
    });

    it.each([undefined, 'bytes=5-4', 'bytes=-5', 'bytes=0-', 'bytes=0-4194304', 'bytes=0-1,3-4'])(
      '400: is not sent whole or in ranges such as %s',
      async (range) => {
        const response = await ask(range);
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('Range: bytes=first-last');
      },
    );
  });
});

function lake([west, south, east, north]: readonly [number, number, number, number]) {
  const shore = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon' as const, coordinates: [shore] };
  const feature = { type: 'Feature' as const, properties: { kind: 'lake' }, geometry };
  return { type: 'FeatureCollection' as const, features: [feature] };
}

/** Two streets: one through the business, and one at the edge of the picture of its page. */
function streets() {
  const features = [
    ['Lake Street', 46.2],
    ['Shore Drive', 46.2007],
  ].map(([name, latitude]) => ({
    type: 'Feature' as const,
    properties: { kind: 'major_road', name },
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [-93.5, latitude],
        [-92.5, latitude],
      ] as number[][],
    },
  }));
  return { type: 'FeatureCollection' as const, features };
}

const STYLE = {
  version: 8,
  sources: {
    tiles: { type: 'raster', tiles: ['https://tiles.test/{z}/{x}/{y}.png'], tileSize: 256 },
  },
  layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
};

/** A transparent PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
