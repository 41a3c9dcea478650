import type { CategoryFacet, FacetCount } from '#libs/businesses/src/attributes/facets.service.js';
import type { PageContext } from '../pages/page-context.js';

interface Categories {
  page: PageContext;
  categories: readonly CategoryFacet[];
}

/** A tree of all categories, sorted by name. */
export function CategoryIndex({ page, categories }: Categories) {
  const called = categories.map((each) => ({ ...each, name: page.categoryName(each.name) }));
  return <Branch page={page} categories={called} parent={null} />;
}

function Branch({ page, categories, parent }: Categories & { parent: string | null }) {
  const children = byName(categories.filter((each) => each.parent === parent));
  if (children.length === 0) return null;
  return (
    <ul class={parent === null ? 'index' : undefined}>
      {children.map(({ slug, name, count }) => (
        <li>
          <a href={page.href(`/c/${slug}`)}>
            <bdi>{name}</bdi>
            <span class="quiet">{page.number(count)}</span>
          </a>
          <Branch page={page} categories={categories} parent={slug} />
        </li>
      ))}
    </ul>
  );
}

interface Places {
  page: PageContext;
  places: readonly FacetCount[];
  pathOf: (place: FacetCount) => string;
}

/** A list of all places, sorted by name. */
export function PlaceIndex({ page, places, pathOf }: Places) {
  return (
    <ul class="index">
      {byName(places).map((place) => (
        <li>
          <a href={page.href(pathOf(place))}>
            <bdi>{place.name}</bdi>
            <span class="quiet">{page.number(place.count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const collator = new Intl.Collator('en');

function byName<T extends FacetCount>(facets: readonly T[]): T[] {
  return facets.toSorted((a, b) => collator.compare(a.name, b.name));
}
