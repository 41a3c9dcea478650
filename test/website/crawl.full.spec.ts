import { LANGUAGES, languageOf } from '#libs/website/src/texts/languages.js';
import { getPage, linkedDataIn, type WebPage } from '../support/page.ts';
import { query } from '../support/query.ts';
import { useDirectory } from '../support/use-directory.ts';
import { faultsOf } from '../support/valid-html.ts';

const AT_ONCE = 8;
/** Number of pages to read of each kind whose pages differ only by a filter or business. */
const OF_A_KIND = 20;
/** The `Accept` header of a browser. */
const ACCEPT = 'text/html,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('the whole website, on the sample', () => {
  const { database, program } = useDirectory({ SAMPLE_DATA: 'true', TRUST_PROXY: 'loopback' });
  /** Pages by path, and the page on which each link was first found. */
  const pages = new Map<string, WebPage>();
  const foundOn = new Map<string, string>();

  beforeAll(() => crawl('/'), 300_000);

  let asked = 0;
  /** Requests a page from changing addresses, because pages are limited by address. */
  const get = (path: string) => {
    const visitor = `10.0.0.${asked++ % 250}`;
    return getPage(program.url + path, { accept: ACCEPT, 'x-forwarded-for': visitor });
  };

  /**
   * Follows all links except those on unindexed pages, which are endless. Reads one translated page of
   * each kind, and a sample of pages that are numerous and alike.
   */
  async function crawl(...from: string[]): Promise<void> {
    const waiting = from.filter((path) => !pages.has(path));
    const follow = async () => {
      for (let path; (path = waiting.pop()) !== undefined;) {
        const page = await get(path);
        pages.set(path, page);
        for (const link of isListed(page) ? page.links : []) {
          const [next = ''] = link.split('#');
          if (!next.startsWith('/') || foundOn.has(next)) continue;
          foundOn.set(next, path);
          if (isOneTooMany(next)) continue;
          waiting.push(next);
        }
      }
    };
    while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, follow));
  }

  const followed = new Map<string, number>();
  function isOneTooMany(path: string): boolean {
    const kind = kindOf(path);
    const count = (followed.get(kind) ?? 0) + 1;
    followed.set(kind, count);
    if (!kind.startsWith('en ')) return count > 1;
    return /\?|\.vcf$|\/(report|owner|confirm)$/.test(path) && count > OF_A_KIND;
  }

  const addressesIn = async (sitemap: string) => {
    const { status, html } = await get(sitemap);
    expect(status).toBe(200);
    return [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) =>
      address!.slice(program.url.length),
    );
  };

  const ofTheWebsite = () => [...pages].filter(([, { html }]) => html.includes('site-header'));
  const listed = () => ofTheWebsite().filter(([, page]) => isListed(page));

  it('has no dead link', () => {
    expect(pages.size).toBeGreaterThan(1_000);
    const dead = [...pages].filter(([, { status }]) => status !== 200);
    expect(dead.map(([path, { status }]) => [path, status, foundOn.get(path)])).toEqual([]);
  });

  it('links to every open business', async () => {
    const businesses = await query(database, "SELECT slug FROM businesses WHERE status = 'open'");
    expect(businesses.length).toBeGreaterThan(300);
    expect(businesses.filter(({ slug }) => !pages.has(`/b/${slug}`))).toEqual([]);
  });

  it('lists every business, and only indexable pages, in the sitemap', async () => {
    const parts = await addressesIn('/sitemap.xml');
    const addresses = (await Promise.all(parts.map(addressesIn))).flat();
    expect(new Set(addresses).size).toBe(addresses.length);
    const businesses = await query(database, 'SELECT slug FROM businesses');
    const paths = businesses.map(({ slug }) => `/b/${slug}`);
    expect(addresses).toEqual(expect.arrayContaining(paths));
    await crawl(...addresses);
    const wrong = addresses.filter((path) => {
      const page = pages.get(path)!;
      return page.status !== 200 || !isListed(page);
    });
    expect(wrong).toEqual([]);
  });

  it('has one heading, one title and one address per page', () => {
    const headings = ofTheWebsite().map(([path, { html }]) => [path, html.match(/<h1\b/g)?.length]);
    expect(headings.filter(([, count]) => count !== 1)).toEqual([]);
    const byTitle = new Map<string, string[]>();
    for (const [path, { title }] of listed().filter(([, page]) => !isInEnglishElsewhere(page))) {
      byTitle.set(title, [...(byTitle.get(title) ?? []), path]);
    }
    expect([...byTitle].filter(([title, paths]) => title === '' || paths.length > 1)).toEqual([]);
    const canonical = ({ html }: WebPage) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    const elsewhere = listed().map(([path, page]) => [
      program.url + (isInEnglishElsewhere(page) ? languageOf(path).path : path),
      canonical(page),
    ]);
    expect(elsewhere.filter(([address, told]) => told !== address)).toEqual([]);
  });

  it.each(LANGUAGES.map(({ tag }) => tag))('declares the language of every page, %s', (tag) => {
    const ofLanguage = ofTheWebsite().filter(([path]) => languageOf(path).language.tag === tag);
    expect(ofLanguage.length).toBeGreaterThan(20);
    expect(ofLanguage.filter(([, { html }]) => !html.includes(`<html lang="${tag}">`))).toEqual([]);
  });

  it('describes its pages to search engines', () => {
    const typesAt = (path: string) =>
      linkedDataIn(pages.get(path)!.html).map((data) => data['@type']);
    for (const [, { html }] of ofTheWebsite()) {
      for (const data of linkedDataIn(html)) {
        expect(data).toMatchObject({
          '@context': 'https://schema.org',
          '@type': expect.stringMatching(/^[A-Z]\w+$/),
        });
      }
    }
    expect(typesAt('/')).toEqual(['WebSite']);
    expect(typesAt('/c/cafe')).toContain('BreadcrumbList');
    expect(typesAt('/b/third-shift-diner-rochester')).toEqual(['Restaurant', 'BreadcrumbList']);
    const [diner] = linkedDataIn(pages.get('/b/third-shift-diner-rochester')!.html);
    expect(diner.openingHoursSpecification).toMatchObject([{ opens: '21:00', closes: '09:00' }]);
  });

  it('is valid HTML on every kind of page', async () => {
    const kinds = new Map([...ofTheWebsite()].map(([path, page]) => [kindOf(path), page]));
    kinds.set('not found', await get('/b/nobody'));
    kinds.set('nothing found', await get('/search?q=xyzzy'));
    expect(kinds.size).toBeGreaterThan(20);
    for (const [kind, { html }] of kinds) {
      expect({ kind, faults: await faultsOf(html) }).toEqual({ kind, faults: [] });
    }
  });
});

const isListed = ({ html }: WebPage) =>
  html.includes('site-header') && !html.includes('<meta name="robots" content="noindex"');

/** Reports whether a translated page falls back to English because its text is not translated. */
const isInEnglishElsewhere = ({ html }: WebPage) => html.includes('<title lang="en">');

/** Returns the kind of a page: "/c/…/in/…" for "/c/cafe/in/duluth". */
function kindOf(path: string): string {
  const [before = '', parameters] = path.split('?');
  const { language, path: withoutLanguage } = languageOf(before);
  const [, first, , third] = withoutLanguage.split('/');
  const ending = before.endsWith('.vcf') ? '.vcf' : '';
  return [language.tag, first, third, parameters === undefined ? '' : '?', ending].join(' ');
}
