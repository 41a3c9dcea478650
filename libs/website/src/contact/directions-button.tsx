import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  business: BusinessDto;
}

/**
 * A link to directions, in a list of actions. Renders nothing if neither the location nor the street
 * is known.
 */
export function DirectionsButton({ page, business }: Properties) {
  if (!business.location && !business.address.street) return null;
  return (
    <li>
      <a class="button" href={directionsTo(business)} rel="nofollow external">
        <Icon page={page} name="navigation" />
        <span>{page.t.business.directions}</span>
      </a>
    </li>
  );
}

/**
 * Returns the address of directions to the exact point, or to the street address if the point is
 * not exact.
 */
function directionsTo({ location, address, name }: BusinessDto): string {
  const { street, city, state, postalCode } = address;
  const destination =
    location?.precision === 'exact'
      ? `${location.latitude},${location.longitude}`
      : [street ?? name, city, `${state} ${postalCode ?? ''}`.trim()].filter(Boolean).join(', ');
  const parameters = new URLSearchParams({ api: '1', destination });
  return `https://www.google.com/maps/dir/?${parameters.toString()}`;
}
