import {
  cityCenter,
  cityMisspelled,
  cityNamed,
  REACH_OF_CITY,
} from '#libs/geography/src/cities.js';
import { countyAt, mayBeIn } from '#libs/geography/src/counties.js';
import { countyMisspelled, countyNamed } from '#libs/geography/src/county-named.js';
import { distance } from '#libs/geography/src/distance.js';
import { completePlace, type Derivation, type Place } from '#libs/geography/src/place.js';
import { isFarFrom, postalAreas } from '#libs/geography/src/postal-codes.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import type { BusinessDto } from '../record/business.dto.js';
import type { BusinessChange } from './business-input.dto.js';
import type { DerivationDto, NoticeDto } from './place-remarks.dto.js';

type Placed = Pick<BusinessDto, 'address' | 'location'>;

interface PlaceAfter {
  place: Place;
  /** Values that this change derived. */
  derived: DerivationDto[];
  /** Values that an admin should check. */
  notices: NoticeDto[];
}

const NO_POINT = { latitude: null, longitude: null, precision: null };
const NOWHERE: Place = { city: null, county: null, postalCode: null, ...NO_POINT };

const FIELDS = {
  county: 'address.county',
  location: 'location',
  postalCode: 'address.postalCode',
  city: 'address.city',
} as const;

/**
 * Returns the place of a business or event after a change. Values that were derived before are
 * derived again, and stated values are kept.
 *
 * @throws ApiError `invalid_body` if the county is not in Minnesota, the location is not, or the
 * two contradict each other
 */
export function placeAfter(change: BusinessChange, present?: Placed): PlaceAfter {
  const before = present ? placeOf(present) : NOWHERE;
  const typed = typedPlace(change);
  const stated = { ...statedPlace(before), ...typed };
  refuseContradiction(stated, typed);
  const { place, derived } = completePlace(stated);
  return {
    place,
    derived: derived.filter((each) => isNew(each, before, place)).map(toDto),
    notices: [...unknownCity(typed), ...noticesOf(stated, typed)],
  };
}

function placeOf({ address, location }: Placed): Place {
  const { city, county, postalCode } = address;
  return { city, county, postalCode, ...(location ?? NO_POINT) };
}

/** Returns the places in a change. Null clears a stated value. */
function typedPlace({ address, location }: BusinessChange): Partial<Place> {
  const { city, county, postalCode } = address ?? {};
  return {
    // Known cities have one spelling, as in imports, so that each has one page.
    ...(city !== undefined && { city: city && (cityNamed(city)?.name ?? city) }),
    ...(county !== undefined && { county: county && properCounty(county) }),
    // The directory stores only the five-digit ZIP code.
    ...(postalCode !== undefined && { postalCode: postalCode && postalCode.slice(0, 5) }),
    ...(location && { ...location, precision: location.precision ?? 'exact' }),
    ...(location === null && NO_POINT),
  };
}

/**
 * Removes the values that can be derived from the others. A stated value that equals the derived
 * one counts as derived.
 */
function statedPlace(place: Place): Place {
  const derived = completePlace({ ...place, ...NO_POINT }).place;
  const isPointDerived =
    place.latitude === derived.latitude &&
    place.longitude === derived.longitude &&
    place.precision === derived.precision;
  const withoutPoint = isPointDerived ? { ...place, ...NO_POINT } : place;
  const { county } = completePlace({ ...withoutPoint, county: null }).place;
  return { ...withoutPoint, ...(county === place.county && { county: null }) };
}

function properCounty(text: string): string {
  const county = countyNamed(text);
  if (county) return county;
  const hint = didYouMean(countyMisspelled(text));
  throw invalidBody('address.county', `${text} is not a county in Minnesota.${hint}`);
}

function refuseContradiction({ county, ...place }: Place, typed: Partial<Place>): void {
  const point = exactPoint(place);
  if (!point || (typed.latitude === undefined && typed.county === undefined)) return;
  const isAt = countyAt(point.latitude, point.longitude);
  if (!isAt) {
    if (typed.latitude !== undefined) {
      throw invalidBody('location', 'location is not in Minnesota.');
    }
    return;
  }
  if (county === null || mayBeIn(county, point.latitude, point.longitude)) return;
  throw invalidBody(
    typed.county ? 'address.county' : 'location',
    `The location is in ${isAt} County, not in ${county} County. Correct one of them, or set ` +
      'address.county to null to derive it.',
  );
}

function unknownCity({ city }: Partial<Place>): NoticeDto[] {
  if (!city || cityNamed(city)) return [];
  const hint = didYouMean(cityMisspelled(city)?.name);
  const message = `${city} is not a known city in Minnesota. It was kept.${hint}`;
  return [{ field: 'address.city', message }];
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean ${name}?`;
}

function noticesOf(place: Place, typed: Partial<Place>): NoticeDto[] {
  const { county, postalCode, city } = place;
  const point = exactPoint(place);
  const area = postalCode === null ? undefined : postalAreas().get(postalCode);
  if (!point) {
    const isChosen = Boolean(typed.county || typed.postalCode);
    if (!isChosen || !area || county === null || county === area.county) return [];
    const message = `ZIP code ${area.postalCode} is in ${area.county} County. ${county} was kept.`;
    return [{ field: 'address.county', message }];
  }
  if (!typed.latitude && !typed.postalCode && !typed.city) return [];
  const center = area ?? (city === null ? undefined : cityCenter(city));
  if (!center) return [];
  const meters = distance(center, point);
  if (area ? !isFarFrom(area, point) : meters <= REACH_OF_CITY) return [];
  const where = area ? `ZIP code ${area.postalCode}` : city;
  const message = `The location is ${Math.round(meters / 1000)} km from the center of ${where}. It was kept.`;
  return [{ field: 'location', message }];
}

function exactPoint({ latitude, longitude, precision }: Omit<Place, 'county'>) {
  if (latitude === null || longitude === null || precision !== 'exact') return undefined;
  return { latitude, longitude };
}

function isNew({ field }: Derivation, before: Place, after: Place): boolean {
  if (field === 'county') return before.county !== after.county;
  return before.latitude !== after.latitude || before.longitude !== after.longitude;
}

function toDto({ field, from }: Derivation): DerivationDto {
  return { field: FIELDS[field], from: FIELDS[from] };
}
