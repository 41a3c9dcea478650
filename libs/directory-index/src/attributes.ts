/** Features by which lists are filtered and counted. The last two are kinds of payment. */
export const FEATURE_FILTERS = [
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

/** ISO 639 codes of the languages by which lists are filtered and counted: Minnesota's largest. */
export const LANGUAGE_FILTERS = { spanish: 'es', somali: 'so', hmong: 'hmn' } as const;

export type FeatureFilter = (typeof FEATURE_FILTERS)[number];
type LanguageFilter = keyof typeof LANGUAGE_FILTERS;
export type AttributeFilter = FeatureFilter | LanguageFilter;

export const ATTRIBUTE_FILTERS: readonly AttributeFilter[] = [
  ...FEATURE_FILTERS,
  ...(Object.keys(LANGUAGE_FILTERS) as LanguageFilter[]),
];

export function isLanguage(filter: AttributeFilter): filter is LanguageFilter {
  return filter in LANGUAGE_FILTERS;
}

/** Known attributes of a business, as the database stores them. */
export interface StoredAttributes {
  payment?: readonly string[];
  languages?: readonly string[];
  [name: string]: unknown;
}

/** Returns the filters that a business passes. Partial wheelchair access is enough. */
export function filtersPassed(attributes: StoredAttributes): ReadonlySet<AttributeFilter> {
  const { payment = [], languages = [] } = attributes;
  const isPassed = (name: AttributeFilter) =>
    attributes[name] === true ||
    (name === 'wheelchair' && ['yes', 'limited'].includes(attributes.wheelchair as string)) ||
    payment.includes(name) ||
    (isLanguage(name) && languages.includes(LANGUAGE_FILTERS[name]));
  return new Set(ATTRIBUTE_FILTERS.filter(isPassed));
}
