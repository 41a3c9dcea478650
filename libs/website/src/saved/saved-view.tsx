import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { BusinessList } from '../business/business-card.js';
import { PinsMap } from '../map/pins-map.js';
import type { StreetPicture } from '../map/street-tiles.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  /** Current ids of the list, which the browser keeps in place of former ones. */
  ids: readonly string[];
  items: readonly BusinessDto[];
  streets?: StreetPicture;
}

/**
 * A list of businesses with a map. Without ids in the address, `client/saved.element.ts` opens the
 * list that the browser keeps.
 */
export function SavedView({ page, ids, items, streets }: Properties) {
  const { title, none, kept } = page.t.saved;
  const { share, copied, print } = page.t.business;
  return (
    <div data-swap>
      <h1 tabIndex={-1}>{title}</h1>
      <mnbd-saved-list data-ids={ids.join()} />
      {items.length === 0 ? (
        <>
          <p class="lead">{none}</p>
          <p>
            <a href={page.href('/categories')}>{page.t.search.loosenCategories}</a>
          </p>
        </>
      ) : (
        <>
          <h2 class="lead">{page.t.businesses(items.length)}</h2>
          <ul class="actions">
            <li>
              <mnbd-share data-press={share} data-copied={copied} />
            </li>
            <li>
              <mnbd-print data-press={print} />
            </li>
          </ul>
          <p class="quiet report">{kept}</p>
          <div class="saved">
            <BusinessList page={page} items={items} />
            <PinsMap page={page} items={items} streets={streets} />
          </div>
        </>
      )}
    </div>
  );
}
