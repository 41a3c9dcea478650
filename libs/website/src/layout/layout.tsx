import type { PageContext } from '../pages/page-context.js';
import type { PageView } from '../pages/view.js';
import { LANGUAGES } from '../texts/languages.js';
import { LinkedData } from './linked-data.js';
import { SearchForm } from './search-form.js';

interface Properties {
  page: PageContext;
  view: PageView;
}

/** The frame of every page. */
export function Layout({ page, view }: Properties) {
  const { t, language } = page;
  return (
    <html lang={language.tag}>
      <Head page={page} view={view} />
      <body>
        <a class="skip" href="#content">
          {t.skip}
        </a>
        <header class="site-header">
          <div class="frame">
            <a class="brand" href={page.href('/')}>
              <Mark />
              <span>{page.siteName}</span>
            </a>
            <nav aria-label={t.nav.label}>
              <a href={page.href('/categories')}>{t.nav.categories}</a>
              <a href={page.href('/cities')}>{t.nav.cities}</a>
              <a href={page.href('/map')}>{t.nav.map}</a>
              <a href={page.href('/new')}>{t.nav.new}</a>
              <a href={page.href('/events')}>{t.nav.events}</a>
              <a href={page.href('/deals')}>{t.nav.deals}</a>
              <a href={page.href('/developers')}>{t.nav.developers}</a>
            </nav>
            {view.path !== '/' && (
              <SearchForm page={page} q={view.form?.q} where={view.form?.where} />
            )}
          </div>
        </header>
        <main id="content" class="frame" tabIndex={-1}>
          {view.body}
        </main>
        <Footer page={page} path={view.path} />
      </body>
    </html>
  );
}

function Head({ page, view }: Properties) {
  const { t, assets, origin } = page;
  const { path, title, description = t.tagline, isIndexed = true, modules = [] } = view;
  const fullTitle = path === '/' ? `${page.siteName}: ${title}` : `${title} · ${page.siteName}`;
  const address = origin + page.href(path);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      {isIndexed ? (
        <link rel="canonical" href={address} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {isIndexed &&
        LANGUAGES.map(({ tag, prefix }) => (
          <link
            rel="alternate"
            hreflang={tag}
            href={origin + prefix + (path === '/' && prefix ? '' : path)}
          />
        ))}
      <link rel="stylesheet" href={assets.url('site.css')} />
      <link rel="icon" href={assets.url('icon.svg')} type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={page.siteName}
        href="/opensearch.xml"
      />
      {view.feeds?.map((feed) => (
        <link rel="alternate" type={feed.type} title={title} href={page.href(feed.path)} />
      ))}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={page.siteName} />
      {['site.js', ...modules].map((name) => (
        <script type="module" src={assets.url(name)} />
      ))}
      {view.data?.map((data) => (
        <LinkedData data={data} />
      ))}
    </head>
  );
}

/** A loon's neck and its water, in one line. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M4 21c3-1 5-3 6-7 1-5 4-7 8-7 3 0 5 2 5 4l5 2-6 1c0 4-1 6 3 8" />
      <path d="M3 26c3 0 3 2 6.500 2s3.500-2 6.500-2 3.500 2 6.500 2 3.500-2 6.500-2" />
    </svg>
  );
}

function Footer({ page, path }: { page: PageContext; path: string }) {
  const { about, footer, missing, nav } = page.t;
  return (
    <footer class="site-footer">
      <div class="frame">
        <p>
          <strong>{page.siteName}</strong>
        </p>
        <p>
          {footer.about} {footer.hours}
        </p>
        {page.supportEmail && (
          <p>
            {footer.contact} <a href={`mailto:${page.supportEmail}`}>{page.supportEmail}</a>
          </p>
        )}
        <nav aria-label={footer.label}>
          <a href={page.href('/categories')}>{nav.categories}</a>
          <a href={page.href('/cities')}>{nav.cities}</a>
          <a href={page.href('/new')}>{nav.new}</a>
          <a href={page.href('/events')}>{nav.events}</a>
          <a href={page.href('/deals')}>{nav.deals}</a>
          <a href={page.href('/suggest-business')}>{missing.title}</a>
          <a href={page.href('/developers')}>{footer.api}</a>
          <a href={page.href('/accessibility')}>{about.accessibility}</a>
          <a href={page.href('/privacy')}>{about.privacy}</a>
          <a href={page.href('/credits')}>{about.credits}</a>
        </nav>
        <nav aria-label={footer.language}>
          {LANGUAGES.map(({ tag, name, prefix }) => (
            <a
              href={prefix + (path === '/' && prefix ? '' : path)}
              hreflang={tag}
              lang={tag}
              rel="alternate"
              aria-current={tag === page.language.tag ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
