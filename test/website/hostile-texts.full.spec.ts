import { describeInBrowser, useBrowser } from '../support/browser.ts';
import { insertBusiness } from '../support/directory.ts';
import { sendForm } from '../support/forms.ts';
import { getPage, linkedDataIn } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

/**
 * Ends an attribute, an element, a script, a comment and a line, and reverses the text direction.
 */
const HOSTILE = `"'--></script></title></svg><pwned onload=alert(1)>{{7*7}}\u202E\r\nEND:VCARD`;

const DUE = { latitude: 46.78, longitude: -92.1, precision: 'exact' };

describe('hostile text in every field of a business', () => {
  const { program, pool } = useDirectory();

  beforeAll(async () => {
    await pool.query(
      `INSERT INTO categories (id, slug, name) VALUES (gen_random_uuid(), 'hostile', $1)`,
      [`Kind ${HOSTILE}`],
    );
    const id = await insertBusiness(pool, {
      slug: 'hostile',
      name: `Name ${HOSTILE}`,
      categories: ['hostile'],
      description: `Description ${HOSTILE}`,
      street: `Street ${HOSTILE}`,
      unit: `Unit ${HOSTILE}`,
      city: `City ${HOSTILE}`,
      county: `County ${HOSTILE}`,
      postal_code: HOSTILE,
      phone: `+1${HOSTILE}`,
      email: `a@${HOSTILE}`,
      website: 'javascript:alert(1)',
      social: { facebook: 'javascript:alert(1)', instagram: HOSTILE },
      ...DUE,
    });
    await pool.query(
      `INSERT INTO events (id, slug, name, description, venue, business_id, starts_at, ends_at)
       VALUES (gen_random_uuid(), 'hostile', $1, $1, $1, $2, now() + '1 day', now() + '2 days')`,
      [`Event ${HOSTILE}`, id],
    );
    await pool.query(
      `INSERT INTO deals (id, slug, title, description, code, business_id, starts_at)
       VALUES (gen_random_uuid(), 'hostile', $1, $1, $1, $2, now() - interval '1 day')`,
      [`Deal ${HOSTILE}`, id],
    );
  });

  const places = async () => {
    const { links } = await getPage(`${program.url}/cities`);
    return links.filter((link) => /^\/(in|county)\//.test(link));
  };
  const PAGES = [
    '/',
    '/search?q=name',
    `/search?q=${encodeURIComponent(HOSTILE)}&where=${encodeURIComponent(HOSTILE)}`,
    '/categories',
    '/cities',
    '/c/hostile',
    '/a-z/n',
    '/map',
    '/map?lat=46.78&lon=-92.1&z=14',
    '/b/hostile',
    '/es/b/hostile',
    '/new',
    '/es/new?category=hostile',
    '/events',
    '/events?view=agenda',
    '/events/hostile',
    '/es/events/hostile',
    '/b/hostile/report',
    '/b/hostile/owner',
    '/es/b/hostile/owner?sent=yes',
    '/deals',
    '/deals/hostile',
    '/es/deals/hostile',
    `/${encodeURIComponent(HOSTILE)}`,
  ];

  it('is escaped on every page', async () => {
    const paths = [...PAGES, ...(await places())];
    expect(paths.length).toBe(PAGES.length + 2);
    for (const path of paths) {
      const { html, status } = await getPage(program.url + path);
      expect([path, status]).toEqual([path, path === PAGES.at(-1) ? 404 : 200]);
      expect(markupIn(html)).toEqual([]);
      expect(linkedDataIn(html).length).toBe((html.match(/application\/ld\+json/g) ?? []).length);
    }
  });

  it('is escaped on the page of a removed business', async () => {
    const name = `Removed ${HOSTILE}`;
    await insertBusiness(pool, { slug: 'removed', name, removed_at: new Date(), ...DUE });
    const { html, status, heading } = await getPage(`${program.url}/b/removed`);
    expect(status).toBe(410);
    expect(heading).toContain('Removed "\'--></script>');
    expect(markupIn(html)).toEqual([]);
  });

  it('is escaped in a form that is shown again', async () => {
    const names = ['name', 'email', 'website', 'project', 'about', 'correction', 'source', 'token'];
    const fields = Object.fromEntries(names.map((name) => [name, HOSTILE]));
    for (const path of [
      '/developers/request',
      '/b/hostile/report',
      '/suggest-business',
      '/suggest-event',
    ]) {
      const { html, status } = await sendForm(program.url + path, fields);
      expect(status).toBe(400);
      expect(html).toContain('&lt;pwned');
      expect(markupIn(html)).toEqual([]);
    }
  });

  it('is complete in structured data, except for script addresses', async () => {
    const { html } = await getPage(`${program.url}/b/hostile`);
    const [business] = linkedDataIn(html);
    expect(business).toMatchObject({
      name: `Name ${HOSTILE}`,
      description: `Description ${HOSTILE}`,
      url: `${program.url}/b/hostile`,
      sameAs: [],
    });
  });

  it('adds no line to a contact card', async () => {
    const { html } = await getPage(`${program.url}/b/hostile.vcf`, { accept: 'text/vcard' });
    const lines = html.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => line === 'END:VCARD')).toHaveLength(1);
    expect(lines.filter((line) => line !== '' && !/^[A-Z-]+[;:]/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('URL'))).toEqual([
      `URL:${program.url}/b/hostile`,
    ]);
  });

  it('adds no line to a calendar', async () => {
    const { html } = await getPage(`${program.url}/events.ics`, { accept: 'text/calendar' });
    const lines = html.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => line !== '' && !/^[A-Z-]+[;:]/.test(line))).toEqual([]);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });

  it('is escaped in suggestions, which are JSON with a strict content type', async () => {
    const response = await fetch(`${program.url}/suggest?q=name`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toContainEqual({
      label: `Name ${HOSTILE}`,
      hint: `City ${HOSTILE}`,
      href: '/b/hostile',
    });
  });

  it('is absent from the QR code, and in sitemaps only as addresses', async () => {
    for (const path of ['/b/hostile/qr.svg', '/sitemap-1.xml', '/sitemap-pages.xml']) {
      const { html, status } = await getPage(program.url + path, { accept: '*/*' });
      expect(status).toBe(200);
      expect(html).not.toMatch(/<pwned|[^\x20-\x7e\n]/);
    }
  });

  describeInBrowser('in a browser', () => {
    const browser = useBrowser();

    it('runs nothing and is displayed as text', async () => {
      const page = await browser.newPage();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      for (const path of ['/', '/c/hostile', '/map?lat=46.78&lon=-92.1&z=14', '/b/hostile']) {
        await page.goto(program.url + path);
        expect(await page.locator('pwned').count()).toBe(0);
        expect(await page.locator('[href^="javascript:" i], [onload]').count()).toBe(0);
      }
      expect(await page.locator('h1').textContent()).toBe(`Name ${HOSTILE}`.replace('\r\n', '\n'));
      const field = page.getByRole('combobox').first();
      await field.fill('name');
      await page.getByRole('option').first().waitFor();
      expect(await page.locator('pwned').count()).toBe(0);
      expect(dialogs).toEqual([]);
    });
  });
});

/** Returns parts of the text that a browser would parse as markup: tags and closing quotation marks. */
function markupIn(html: string): string[] {
  const withoutData = html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, '');
  return withoutData.match(/<pwned|=" *[A-Z]?\w* *"'--|href="javascript:/gi) ?? [];
}
