import type { PageContext } from '../pages/page-context.js';

export interface Crumb {
  name: string;
  /** Path without the language. The last breadcrumb, the page itself, has none. */
  path?: string;
}

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
