import type { FastifyRequest } from 'fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Assets } from '../assets/assets.js';
import type { PageContext } from './page-context.js';
import { Pages } from './pages.js';
import type { PageView } from './view.js';

const NOON = new Date('2026-07-10T17:00:00Z');

const assets = { url: (name: string) => `/assets/${name}`, icon: () => '' } as unknown as Assets;
const environment = loadEnvironment({ PUBLIC_URL: 'https://directory.test' });
const pages = new Pages({ now: () => NOON }, environment, assets);

/** Reads a text that Somali has. Somali has texts for the home page and none for forms. */
const somali = ({ t }: PageContext) => t.home.title;
const missing = ({ t }: PageContext) => t.forms.problem;

function Late({ page, read }: { page: PageContext; read: (page: PageContext) => string }) {
  return <p>{read(page)}</p>;
}

function viewWith(title: string, page: PageContext, read = somali): PageView {
  return {
    title,
    path: '/things',
    body: (
      <>
        <h1>{title}</h1>
        <Late page={page} read={read} />
        <a href={page.href('/map')}>{page.date(NOON)}</a>
      </>
    ),
  };
}

async function show(path: string, makeView: (page: PageContext) => PageView) {
  let made = 0;
  const { html } = await pages.render({ url: path } as FastifyRequest, (page) => {
    made++;
    return makeView(page);
  });
  const [, main = ''] = /<main [^>]*tabindex="-1"([^>]*)>/i.exec(html) ?? [];
  return { html, made, langOfMain: /lang="(.*?)"/.exec(main)?.[1] };
}

describe(Pages.name, () => {
  it('renders a page in its language when it has every text', async () => {
    const { html, made, langOfMain } = await show('/so/things', (page) =>
      viewWith(somali(page), page),
    );
    expect([made, langOfMain]).toEqual([1, undefined]);
    expect(html).toContain('<html lang="so">');
    expect(html).toContain('<h1>Ganacsi ka hel Minnesota</h1>');
    expect(html).toContain('Luulyo 10, 2026');
    expect(html).toContain('<link rel="canonical" href="https://directory.test/so/things"');
  });

  it.each([
    ['when the view is built', (page: PageContext) => viewWith(missing(page), page)],
    ['while it is rendered', (page: PageContext) => viewWith('Things', page, missing)],
  ])(
    'renders everything but the frame in English when a text is missing %s',
    async (_, makeView) => {
      const { html, made, langOfMain } = await show('/so/things', makeView);
      expect([made, langOfMain]).toEqual([2, 'en']);
      expect(html).toContain('<html lang="so">');
      expect(html).toContain('There is a problem');
      expect(html).toContain('<title lang="en">');
      expect(html).toContain('· Minnesota Business Directory</title>');
      expect(html).toContain('<a href="/so/map">July 10, 2026</a>');
      expect(html).toContain('U gudub nuxurka');
      expect(html).toContain('<a href="/so/categories">Noocyada</a>');
      // Search engines find the page as the English one.
      expect(html).toContain('<link rel="canonical" href="https://directory.test/things"');
      expect(html).not.toContain('<link rel="alternate" hreflang');
    },
  );

  it.each([
    ['every language', somali, ['', '/es', '/so', '/hmn']],
    ['the languages that have every text', missing, ['', '/es']],
  ])('names its addresses in %s for search engines', async (_, read, prefixes) => {
    const { html } = await show('/things', (page) => viewWith('Things', page, read));
    const addresses = [...html.matchAll(/hreflang="\w+" href="([^"]*)"/g)].map(([, href]) => href);
    expect(addresses).toEqual(prefixes.map((prefix) => `https://directory.test${prefix}/things`));
  });

  it('keeps the query of its address in other languages', async () => {
    const linksOf = async (address: string, path: string) => {
      const { html } = await show(address, (page) => ({ ...viewWith('Things', page), path }));
      return [...html.matchAll(/<a href="([^"]*)" hreflang/g)].map(([, href]) => href);
    };
    expect(await linksOf('/so/things?a=%22&b', '/things')).toEqual(
      ['', '/es', '/so', '/hmn'].map((prefix) => `${prefix}/things?a=%22&amp;b`),
    );
    expect((await linksOf('/?a=1', '/')).slice(0, 2)).toEqual(['/?a=1', '/es?a=1']);
    expect((await linksOf('/things?b&a=1', '/things?a=1'))[0]).toBe('/things?a=1');
  });
});
