import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';

export interface Property {
  id: string;
  name: string;
}

/** Type of all entities. */
export const BUSINESS = { id: 'business', name: 'Business' } as const;

/** Properties that refine a query: the fields of a row to match. */
export const MATCHED: readonly Property[] = [
  { id: 'street', name: 'Street address' },
  { id: 'city', name: 'City' },
  { id: 'postalCode', name: 'ZIP code' },
  { id: 'phone', name: 'Phone number' },
  { id: 'website', name: 'Website' },
];

/** Value of a cell in the form of the protocol. */
type Value = { str: string } | { float: number };

type Cell = string | readonly string[] | null;

const texts = (cell: Cell): Value[] => [cell ?? []].flat().map((str) => ({ str }));
const floats = (value: number | undefined): Value[] =>
  value === undefined ? [] : [{ float: value }];

interface Readable extends Property {
  read: (business: BusinessDto) => Value[];
}

const text = (id: string, name: string, read: (business: BusinessDto) => Cell): Readable => ({
  id,
  name,
  read: (business) => texts(read(business)),
});

/** Properties whose values clients can add to a table. */
export const READABLE: readonly Readable[] = [
  text('name', 'Name', ({ name }) => name),
  text('description', 'Description', ({ description }) => description),
  text('categories', 'Categories', ({ categories }) => categories.map(({ name }) => name)),
  text('street', 'Street address', ({ address }) => address.street),
  text('unit', 'Unit', ({ address }) => address.unit),
  text('city', 'City', ({ address }) => address.city),
  text('county', 'County', ({ address }) => address.county),
  text('state', 'State', ({ address }) => address.state),
  text('postalCode', 'ZIP code', ({ address }) => address.postalCode),
  { id: 'latitude', name: 'Latitude', read: ({ location }) => floats(location?.latitude) },
  { id: 'longitude', name: 'Longitude', read: ({ location }) => floats(location?.longitude) },
  text('phone', 'Phone number', ({ phone }) => phone),
  text('email', 'Email address', ({ email }) => email),
  text('website', 'Website', ({ website }) => website),
  text('status', 'Status', ({ status }) => status),
];
