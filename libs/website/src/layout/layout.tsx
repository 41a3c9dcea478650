import { render } from 'preact-render-to-string';
import { breadcrumbList } from '../linked-data/linked-data.js';
import type { PageContext } from '../pages/page-context.js';
import type { Crumb, PageView } from '../pages/view.js';
import { LANGUAGES, pathIn } from '../texts/languages.js';
import { Icon, IconSprite } from './icon.js';
import { SearchForm } from './search-form.js';

interface Properties {
  /** Page context in the language of the address. */
  frame: PageContext;
  /** Context in the same language, or in English if that language lacks a text. */
  page: PageContext;
  view: PageView;
  /** Query of the address, such as "?about=hours", or an empty string. */
  query: string;
}

/** Content in a frame on another site, with a link to this one. */
function Embedded({ frame, page, view }: Properties) {
  return (
    <>
      <main id="content" class="frame" lang={langOf({ frame, page })}>
        {view.body}
      </main>
      <footer class="frame">
        <p>
          <a class="brand" href={frame.href('/')}>
            <Mark />
            <span>{frame.siteName}</span>
          </a>
        </p>
      </footer>
    </>
  );
}

function Whole({ frame, page, view, query }: Properties) {
  const { language } = frame;
  // A path without a query may still have one that the page reads, such as a form's first values.
  const kept = view.path.includes('?') ? '' : query;
  const { texts: t } = language;
  return (
    <>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class="site-header">
        <div class="frame">
          <a class="brand" href={frame.href('/')}>
            <Mark />
            <span>{frame.siteName}</span>
          </a>
          <button type="button" class="to-menu" popovertarget="menu">
            <Icon name="menu" />
            <span>{t.nav.menu}</span>
          </button>
          <nav id="menu" popover="auto" aria-label={t.nav.label}>
            <a href={frame.href('/categories')}>{t.nav.categories}</a>
            <a href={frame.href('/cities')}>{t.nav.cities}</a>
            <a href={frame.href('/map')}>{t.nav.map}</a>
            <a href={frame.href('/new')}>{t.nav.new}</a>
            <a href={frame.href('/events')}>{t.nav.events}</a>
            <a href={frame.href('/deals')}>{t.nav.deals}</a>
            <a href={frame.href('/developers')}>{t.nav.developers}</a>
            <a
              class="to-saved"
              href={frame.href('/list')}
              data-save={page.t.business.keep}
              data-saved={page.t.business.kept}
              data-full={page.t.business.keptFull}
              hidden
            >
              <Icon name="bookmark" />
              <span class="word">{t.nav.saved}</span> <span class="count">(0)</span>
            </a>
          </nav>
          <button type="button" class="to-languages" popovertarget="languages">
            <Icon name="globe" />
            <span>
              <span class="hidden">{t.footer.language}: </span>
              {language.name}
            </span>
          </button>
          <nav id="languages" popover="auto" aria-label={t.footer.language}>
            {LANGUAGES.map((other) => (
              <a
                href={pathIn(other, view.path) + kept}
                hreflang={other.tag}
                lang={other.tag}
                rel="alternate"
                aria-current={other.tag === language.tag ? 'true' : undefined}
              >
                {other.name}
              </a>
            ))}
          </nav>
          {view.path !== '/' && <SearchForm {...view.form} page={frame} />}
        </div>
      </header>
      <main id="content" class="frame" tabIndex={-1} lang={langOf({ frame, page })}>
        {view.crumbs && <Breadcrumbs page={page} crumbs={view.crumbs} />}
        {view.body}
      </main>
      <Footer frame={frame} />
    </>
  );
}

/** Returns the `lang` of content whose language differs from the frame's. */
function langOf({ frame, page }: Pick<Properties, 'frame' | 'page'>): string | undefined {
  return page.language.tag === frame.language.tag ? undefined : page.language.tag;
}

function Head({ frame, page, view }: Properties) {
  const { t, assets, origin } = page;
  const lang = langOf({ frame, page });
  const { path, title, description = t.tagline, isIndexed = true } = view;
  const modules = view.isEmbedded ? [] : ['site.js', ...(view.modules ?? [])];
  const fullTitle = path === '/' ? `${page.siteName}: ${title}` : `${title} · ${page.siteName}`;
  // Search engines treat English content at another language's address as the English page.
  const address = lang ? origin + path : page.address(path);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title lang={lang}>{fullTitle}</title>
      <meta name="description" content={description} lang={lang} />
      {view.isEmbedded && <base target="_blank" />}
      <meta name="color-scheme" content="light dark" />
      {isIndexed ? (
        <link rel="canonical" href={address} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {isIndexed &&
        !lang &&
        LANGUAGES.filter((other) => page.isIn(other)).map((other) => (
          <link rel="alternate" hreflang={other.tag} href={origin + pathIn(other, path)} />
        ))}
      <link rel="stylesheet" href={assets.url('site.css')} />
      <link rel="icon" href={assets.url('icon.svg')} type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={frame.siteName}
        href={frame.href('/opensearch.xml')}
      />
      {view.feeds?.map((feed) => (
        <link rel="alternate" type={feed.type} title={title} href={page.href(feed.path)} />
      ))}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={page.siteName} />
      {modules.map((name) => (
        <script type="module" src={assets.url(name)} />
      ))}
      {view.data?.map((data) => (
        <LinkedData data={data} />
      ))}
      {isIndexed && view.crumbs && <LinkedData data={breadcrumbList(page, view.crumbs)} />}
    </head>
  );
}

/** The logo: a loon's neck and the water, in one line. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M4 21c3-1 5-3 6-7 1-5 4-7 8-7 3 0 5 2 5 4l5 2-6 1c0 4-1 6 3 8" />
      <path d="M3 26c3 0 3 2 6.500 2s3.500-2 6.500-2 3.500 2 6.500 2 3.500-2 6.500-2" />
    </svg>
  );
}

function Footer({ frame }: { frame: PageContext }) {
  const { language, siteName, supportEmail } = frame;
  const { footer, nav } = language.texts;
  return (
    <footer class="site-footer">
      <div class="frame">
        <p>
          <strong>{siteName}</strong>
        </p>
        <p>
          {footer.about} {footer.hours}
        </p>
        {supportEmail && (
          <p>
            {footer.contact} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        )}
        <nav aria-label={footer.label}>
          <a href={frame.href('/categories')}>{nav.categories}</a>
          <a href={frame.href('/cities')}>{nav.cities}</a>
          <a href={frame.href('/new')}>{nav.new}</a>
          <a href={frame.href('/events')}>{nav.events}</a>
          <a href={frame.href('/deals')}>{nav.deals}</a>
          <a href={frame.href('/suggest-business')}>{footer.suggest}</a>
          <a href={frame.href('/developers')}>{footer.api}</a>
          <a href={frame.href('/accessibility')}>{footer.accessibility}</a>
          <a href={frame.href('/privacy')}>{footer.privacy}</a>
          <a href={frame.href('/credits')}>{footer.credits}</a>
          <a href={frame.href('/quality')}>{footer.quality}</a>
        </nav>
      </div>
    </footer>
  );
}

/** A JSON-LD block. Characters that could end the element are escaped. */
export function LinkedData({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Renders the whole page as HTML. */
export function renderPage(properties: Properties): string {
  const { frame, page, view } = properties;
  const content = render(
    view.isEmbedded ? <Embedded {...properties} /> : <Whole {...properties} />,
  );
  const sprite = render(<IconSprite assets={page.assets} html={content} />);
  // Rendered last, because it names the languages that have every text of the content.
  const head = render(<Head {...properties} />);
  const { tag } = frame.language;
  return `<!doctype html><html lang="${tag}">${head}<body>${content}${sprite}</body></html>`;
}

function Breadcrumbs({ page, crumbs }: { page: PageContext; crumbs: readonly Crumb[] }) {
  const all = [{ name: page.t.homePage, path: '/' }, ...crumbs];
  return (
    <nav class="breadcrumbs" aria-label={page.t.breadcrumbs}>
      <ol>
        {all.map(({ name, path }) => (
          <li>
            {path ? <a href={page.href(path)}>{name}</a> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
