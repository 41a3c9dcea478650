import { readFile } from 'node:fs/promises';
import { robots, webManifest } from './site-files.js';
import { sitemap, sitemapInPieces } from './sitemap.js';
import { escapeXml } from './xml.js';

const ORIGIN = 'https://directory.example.org';

describe(escapeXml.name, () => {
  it('escapes markup', () => {
    expect(escapeXml(`<a href="x">&'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;',
    );
  });

  it('removes the characters that XML does not allow and keeps the rest', () => {
    expect(escapeXml('a\u0000\u0008\uFFFEb\t\n é 🎉 \u202E')).toBe('ab\t\n é 🎉 \u202E');
    expect(escapeXml('half \uD83C')).toBe('half \uFFFD');
  });
});

describe(sitemap.name, () => {
  it('lists addresses and when they last changed', () => {
    const lastChanged = new Date('2026-03-02T09:00:00Z');
    expect(
      sitemap([{ address: `${ORIGIN}/?a=1&b=2` }, { address: `${ORIGIN}/b/x`, lastChanged }]),
    ).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${ORIGIN}/?a=1&amp;b=2</loc></url>
<url><loc>${ORIGIN}/b/x</loc><lastmod>2026-03-02T09:00:00.000Z</lastmod></url>
</urlset>
`,
    );
  });
});

describe(sitemapInPieces.name, () => {
  it('writes the same sitemap for any slices', async () => {
    const entries = ['a', 'b', 'c'].map((slug) => ({ address: `${ORIGIN}/b/${slug}` }));
    async function* slices() {
      yield entries.slice(0, 2);
      yield entries.slice(2);
    }
    let whole = '';
    for await (const piece of sitemapInPieces(slices())) whole += piece;
    expect(whole).toBe(sitemap(entries));
  });
});

describe(robots.name, () => {
  it('keeps crawlers off endless pages in each language and links to the sitemap', () => {
    const lines = robots(ORIGIN).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /map?',
        'Disallow: /es/map?',
        'Disallow: /hmn/map?',
      ]),
    );
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(lines).not.toContain('Disallow: /');
  });
});

describe(webManifest.name, () => {
  it('has the colors of the pages', async () => {
    const css = await readFile('libs/website/client/site.css', 'utf8');
    const [paper, lake] = ['paper', 'lake'].map(
      (name) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1],
    );
    const site = { PUBLIC_URL: ORIGIN, SITE_NAME: 'Directory' };
    expect(JSON.parse(webManifest(site, '/icon.svg'))).toMatchObject({
      background_color: paper,
      theme_color: lake,
    });
  });
});
