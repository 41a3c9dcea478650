import { colorsIn, describeInBrowser, useBrowser, usePages } from '../support/browser.ts';
import { CAFES_IN_DULUTH, inView, useMapDirectory } from '../support/map-directory.ts';

describe('the map', () => {
  const { program, get } = useMapDirectory();

  /** Counts the businesses in the picture: one per pin, and those in clusters. */
  const onPicture = (html: string) =>
    [...html.matchAll(/<a class="(pin|cluster)"[^>]*aria-label="(\d+)?/g)].reduce(
      (sum, [, kind, count]) => sum + (kind === 'pin' ? 1 : Number(count)),
      0,
    );
  const businesses = (links: string[]) => links.filter((href) => /[?&]b=/.test(href));

  it('starts with the whole state and every located business', async () => {
    const { status, html, heading, links } = await get('/map');
    expect(status).toBe(200);
    expect(heading).toBe(`${CAFES_IN_DULUTH + 3} of ${CAFES_IN_DULUTH + 4} in view`);
    expect(onPicture(html)).toBe(CAFES_IN_DULUTH + 3);
    expect(links.filter((href) => href.endsWith('&b=bakery'))).toHaveLength(2);
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

  it('suggests other searches, but no filters, when it has no results', async () => {
    const { heading, html, links } = await get('/map?q=xyzzy&where=North+Shore');
    expect(heading).toBe('No results for “xyzzy” in North Shore');
    expect(html).toContain('Search all of Minnesota');
    expect(html).toContain('aria-label="Remove North Shore"');
    expect(links).toContain('/map?q=xyzzy');
    expect(html).not.toContain('filter-menu');
  });

  it('reports how it interpreted the search', async () => {
    const { html } = await get('/map?q=caffe&where=Dulut');
    expect(html).toContain('Showing results for “cafe”.');
    expect(html).toContain('Showing results for Duluth.');
  });

  it('has a list of the same view with pages to the end', async () => {
    const first = await get('/map?category=cafes&lat=46.76&lon=-92.1&z=11');
    const next = first.links.find((href) => href.includes('page=2'))!;
    expect(next).toContain('lat=46.76&lon=-92.1&z=11');
    const second = await get(next);
    expect(businesses(second.links)).toHaveLength(CAFES_IN_DULUTH - 20);
    const narrow = await get(`${next}&size=200x200`);
    expect(inView(narrow.html)).toBeLessThan(20);
    expect(narrow.html).not.toContain('<ul class="cards"></ul>');
  });

  it('links to the list where several businesses share a place', async () => {
    const { html } = await get('/map?lat=44.02&lon=-92.46&z=18');
    expect(html).toMatch(/href="#list"[^>]*aria-label="2 businesses here, see the list"/);
  });

  it('previews a business, which keeps its pin within a cluster', async () => {
    const map = '/map?category=cafes&lat=46.76&lon=-92.1&z=5.5';
    const { html, links } = await get(`${map}&b=cafe-7`);
    expect(/<h2 id="preview"[^>]*><bdi>([^<]*)/.exec(html)![1]).toBe('Cafe 07');
    expect([...html.matchAll(/class="pin marked"/g)]).toHaveLength(1);
    expect(links).toEqual(expect.arrayContaining(['/b/cafe-7', map]));
    expect((await get(`${map}&b=nobody`)).html).not.toContain('id="preview"');
    expect((await get(`${map}&b=nowhere`)).html).not.toContain('id="preview"');
  });

  it.each([
    ['size=800x400', '0 0 800 400'],
    ['size=1x9999', '0 0 200 2000'],
    ['size=wide', '0 0 600 600'],
  ])('draws the picture in the size of %s', async (size, box) => {
    const { html } = await get(`/map?${size}`);
    expect(/class="map-picture" viewBox="([^"]*)"/.exec(html)![1]).toBe(box);
    expect(onPicture(html)).toBe(inView(html));
    // The interactive map, which sends its size, only needs the markers.
    expect(html).not.toContain('base-map"');
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

  it.each([
    ['', 'The circle marks the middle of the city.'],
    ['/es', 'El círculo marca el centro de la ciudad.'],
    ['/so', 'Goobadu waa bartamaha magaalada'],
    ['/hmn', 'Lub voj yog nruab nrab ntawm lub nroog'],
  ])('marks an imprecise location with a circle: %s', async (language, text) => {
    const { html } = await get(`${language}/b/twin-1`);
    expect(html).toContain(text);
    expect(html).toContain('<circle class="around"');
    expect(html).not.toContain('class="drop"');
  });

  describeInBrowser('in a browser', () => {
    const visit = usePages(useBrowser(), program);

    describe.each([
      ['a desktop', { width: 1440, height: 900 }],
      ['a phone', { width: 390, height: 844 }],
    ])('on %s', (_what, viewport) => {
      it.each([true, false])(
        'fills the screen, with its filters above it, with JavaScript: %s',
        async (javaScriptEnabled) => {
          const page = await visit('/map', { viewport, javaScriptEnabled });
          const map = (await page.locator('.map').boundingBox())!;
          const menu = page.getByText('Filters', { exact: true }).first();
          const filters = (await menu.boundingBox())!;
          expect(filters.y + filters.height).toBeLessThanOrEqual(map.y);
          expect(map.y + map.height).toBeLessThanOrEqual(viewport.height + 1);
          expect(map.y + map.height).toBeGreaterThan(viewport.height - 40);
          expect(map.height).toBeGreaterThan(viewport.height * 0.6);
          const list = (await page.locator('.map-list').boundingBox())!;
          expect(list.y).toBeLessThan(viewport.height - 60);
          await menu.click();
          await page.getByRole('link', { name: /^Cafes/ }).click();
          await page.getByRole('heading', { name: `${CAFES_IN_DULUTH} of` }).waitFor();
          await page.getByRole('link', { name: 'Remove Cafes' }).click();
          await page.getByRole('heading', { name: `${CAFES_IN_DULUTH + 3} of` }).waitFor();
        },
      );

      it('keeps names clear of the credits, which are above the list', async () => {
        const page = await visit('/map?lat=46.09&lon=-93.27&z=8', {
          viewport,
          javaScriptEnabled: false,
        });
        const notes = (await page.locator('.map-notes').boundingBox())!;
        const names = await page.locator('.map .place').all();
        const boxes = await Promise.all(names.map(async (name) => (await name.boundingBox())!));
        expect(await page.locator('.map .place').allTextContents()).toContain('Minneapolis');
        expect(boxes.filter(({ y, height }) => y + height > notes.y)).toEqual([]);
      });

      it('ends the page with the footer', async () => {
        const page = await visit('/map', { viewport });
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const { y, height } = (await page.locator('footer').boundingBox())!;
        expect(Math.round(y + height)).toBe(viewport.height);
      });

      it('covers its space to the corners without JavaScript', async () => {
        const page = await visit('/map?lat=46.75&lon=-92.1&z=11', {
          viewport,
          javaScriptEnabled: false,
        });
        const { x, y } = (await page.locator('.map').boundingBox())!;
        const corner = { x: x + 3, y: y + 20, width: 3, height: 100 };
        expect(await colorsIn(page, corner)).toEqual([['#f3f1ea']]);
      });

      it('leads to its list by a skip link', async () => {
        const page = await visit('/map', { viewport });
        const skip = page.getByRole('link', { name: 'Skip the map' });
        let stops = 0;
        do {
          await page.keyboard.press('Tab');
          stops++;
        } while (stops < 60 && !(await skip.evaluate((link) => link === document.activeElement)));
        expect(stops).toBeLessThan(20);
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        const first = page.locator('.map-list .card a').first();
        expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
      });
    });

    describe.each([
      ['a narrow phone', { width: 360, height: 740 }],
      ['a small window', { width: 640, height: 450 }],
      ['a phone on its side', { width: 844, height: 390 }],
    ])('on %s', (_what, viewport) => {
      it('has room for the state, with controls and credits below it that come into view', async () => {
        const page = await visit('/map', { viewport, javaScriptEnabled: false });
        const credits = page.locator('.map-notes');
        await credits.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
        const [picture, controls, notes, list] = await Promise.all(
          ['.map .map-picture', '.map-controls', '.map-notes', '.map-list'].map(
            async (part) => (await page.locator(part).boundingBox())!,
          ),
        );
        expect(picture!.height).toBeGreaterThan(250);
        expect(controls!.y).toBeGreaterThanOrEqual(picture!.y + picture!.height);
        expect(notes!.y).toBeGreaterThanOrEqual(controls!.y + controls!.height);
        expect(notes!.y + notes!.height).toBeLessThanOrEqual(
          Math.min(list!.y, viewport.height + 1),
        );
      });
    });

    it('is moved and zoomed by links without JavaScript, down to the page of a business', async () => {
      const page = await visit('/map', { javaScriptEnabled: false });
      const shown = async () => parseInt(await page.locator('h1').innerText());
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
      await page.getByRole('link', { name: 'Open page' }).click();
      expect(await page.locator('h1').innerText()).toBe('Bakery & <Sons>');
    });
  });
});
