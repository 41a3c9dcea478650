import type { AddressDto } from '#libs/businesses/src/record/address.dto.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';

/** Formats a North American number as "(612) 555-0100" and returns other numbers unchanged. */
export function formatPhone(e164: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : e164;
}

/** Joins the known parts of an address, or of another place, with commas. */
export function inLine(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

/** Returns the street and city, such as "818 Cedar Ave, Duluth". */
export function streetAndCity({ address: { street, city } }: Pick<BusinessDto, 'address'>): string {
  return inLine(street, city);
}

interface AddressProperties {
  address: AddressDto;
  /** Name of the place, above its address. */
  venue?: string | null;
}

export function AddressLines({ address, venue }: AddressProperties) {
  const { street, unit, city, state, postalCode } = address;
  const stateAndCode = [state, postalCode].filter(Boolean).join(' ');
  const lines = [venue, inLine(street, unit), inLine(city, stateAndCode)];
  return lines.filter(Boolean).map((line) => (
    <span class="line">
      <bdi>{line}</bdi>
    </span>
  ));
}

/**
 * Reports whether an address starts with http or https. Renderers do not block other schemes, and a
 * browser would run some.
 */
export function isHttpAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** A button to call a number, in a list of actions. Renders nothing without a number. */
export function CallButton({ page, phone }: { page: PageContext; phone: string | null }) {
  if (!phone) return null;
  return (
    <li>
      <a class="button primary" href={`tel:${phone}`}>
        <Icon name="phone" />
        <span>
          {page.t.business.call} <span class="number">{formatPhone(phone)}</span>
        </span>
      </a>
    </li>
  );
}

interface WebsiteProperties {
  page: PageContext;
  address: string | null;
  /** Label of the button. Default: "Website". */
  label?: string;
}

/**
 * A link to a website from user input, in a list of actions. Renders nothing if the address is
 * invalid.
 */
export function WebsiteButton({
  page,
  address,
  label = page.t.business.website,
}: WebsiteProperties) {
  if (!address || !isHttpAddress(address)) return null;
  return (
    <li>
      <a class="button" href={address} rel="nofollow external ugc">
        <Icon name="globe" />
        <span>{label}</span>
      </a>
    </li>
  );
}

/**
 * A link to directions, in a list of actions. Renders nothing if neither the location nor the street
 * is known.
 */
export function DirectionsButton({ page, business }: { page: PageContext; business: BusinessDto }) {
  if (!business.location && !business.address.street) return null;
  return (
    <li>
      <a class="button" href={directionsTo(business)} rel="nofollow external">
        <Icon name="navigation" />
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
      : inLine(street ?? name, city, `${state} ${postalCode ?? ''}`.trim());
  const parameters = new URLSearchParams({ api: '1', destination });
  return `https://www.google.com/maps/dir/?${parameters.toString()}`;
}
