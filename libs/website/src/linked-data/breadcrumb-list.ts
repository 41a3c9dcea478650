import type { BreadcrumbList, WithContext } from 'schema-dts';
import type { Crumb } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';

/** Returns the breadcrumbs for search engines. */
export function breadcrumbList(
  page: PageContext,
  crumbs: readonly Crumb[],
): WithContext<BreadcrumbList> {
  const all: Crumb[] = [{ name: page.t.homePage, path: '/' }, ...crumbs];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path && { item: page.address(path) }),
    })),
  };
}
