import type { PageContext } from '../pages/page-context.js';

export interface Crumb {
  name: string;
  /** Without the language. The last, which is the page itself, has none. */
  path?: string;
}

/** The way from the home page to this one. */
export function Breadcrumbs({ page, crumbs }: { page: PageContext; crumbs: readonly Crumb[] }) {
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
