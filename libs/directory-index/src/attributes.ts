/** Attributes by which lists are filtered and counted. The last two are kinds of payment. */
export const ATTRIBUTE_FILTERS = [
  'wheelchair',
  'wifi',
  'outdoorSeating',
  'takeout',
  'delivery',
  'reservations',
  'parking',
  'restroom',
  'appointmentOnly',
  'ebt',
  'wic',
] as const;

export type AttributeFilter = (typeof ATTRIBUTE_FILTERS)[number];

/** Known attributes of a business, as the database stores them. */
export interface StoredAttributes {
  payment?: readonly string[];
  [name: string]: unknown;
}

/** Returns the filters that a business passes. Partial wheelchair access is enough. */
export function filtersPassed(attributes: StoredAttributes): ReadonlySet<AttributeFilter> {
  const { payment = [] } = attributes;
  const isPassed = (name: AttributeFilter) =>
    attributes[name] === true ||
    (name === 'wheelchair' && ['yes', 'limited'].includes(attributes.wheelchair as string)) ||
    payment.includes(name);
  return new Set(ATTRIBUTE_FILTERS.filter(isPassed));
}
