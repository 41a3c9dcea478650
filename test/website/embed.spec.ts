import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

describeInBrowser('a list embedded in another site', () => {
  const browser = useBrowser();
  const { program, pool } = useDirectory();
  const otherSite = http.createServer();

  beforeAll(async () => {
    await insertBusiness(pool, { name: 'Ely Bakery', slug: 'ely-bakery', city: 'Ely' });
    await insertBusiness(pool, { name: 'Duluth Bakery', city: 'Duluth' });
    await once(otherSite.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    otherSite.close();
  });

  it('is shown by the code from the search page, without scripts, and opens new tabs', async () => {
    const { url } = program;
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/search?city=ely&sort=name&page=1`);
    const code = await page.locator('details code').textContent();
    const host = await context.newPage();
    const body = `<!doctype html><title>Our town</title>${code}`;
    otherSite.on('request', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(body),
    );
    await host.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}`);
    const frame = host.frameLocator('iframe');
    await frame.getByRole('heading', { name: '1 business found' }).waitFor();
    const levels = (headings: Element[]) => headings.map(({ tagName }) => tagName);
    expect(await frame.getByRole('heading').evaluateAll(levels)).toEqual(['H1', 'H2', 'H3']);
    expect(await frame.locator('body').innerText()).not.toContain('Duluth Bakery');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('link', { name: 'Ely Bakery' }).click(),
    ]);
    await tab.waitForLoadState();
    expect(tab.url()).toBe(`${url}/b/ely-bakery`);
    await context.close();
  });

  it('is valid HTML without scripts, and no other page may be framed', async () => {
    const { url } = program;
    const { html, headers } = await getPage(`${url}/es/embed/search?q=bakery`);
    expect(await faultsOf(html)).toEqual([]);
    expect(html).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    const search = await getPage(`${url}/search?q=bakery`);
    expect(await faultsOf(search.html)).toEqual([]);
    expect(search.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
