import { isDeepStrictEqual } from 'node:util';
import { counted } from '#libs/text/src/counted.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { isListField, LIST_CELLS } from '../../formats/list-cells.js';
import type { CategoryRefDto } from '../../record/business.dto.js';
import { ATTRIBUTE_DECLARATIONS, ATTRIBUTE_NAMES, attributeText } from '../../record/attributes.js';
import { DECLARATIONS, SIMPLE_FIELD_NAMES } from '../../record/simple-fields.js';
import type { LocationDto } from '../../record/location.dto.js';

/** Facts about one action on a business. */
export interface BusinessAction {
  action: string;
  /** Name of the source or file of an import, if it has one. */
  source?: string | null;
  /** Changed fields with their old values. The new values are in `after`. */
  before: unknown;
  after: unknown;
}

/** Maximum length of a quoted text. */
const LONGEST = 120;

/** Names of the fields in sentences. Nested fields are listed by their path. */
const NAMES: Record<string, string> = {
  name: 'name',
  slug: 'slug',
  status: 'status',
  'address.street': 'street',
  'address.unit': 'unit',
  'address.city': 'city',
  'address.county': 'county',
  'address.state': 'state',
  'address.postalCode': 'ZIP code',
  location: 'location',
  'social.facebook': 'Facebook page',
  'social.instagram': 'Instagram page',
  'social.linkedin': 'LinkedIn page',
  'social.tiktok': 'TikTok page',
  'social.twitter': 'Twitter page',
  'social.youtube': 'YouTube page',
  hours: 'hours',
  specialHours: 'special hours',
  ...Object.fromEntries(
    ATTRIBUTE_NAMES.map((name) => [`attributes.${name}`, ATTRIBUTE_DECLARATIONS[name].label]),
  ),
  identifiers: 'identifiers',
  confirmedOn: 'confirmation date',
  ...Object.fromEntries(SIMPLE_FIELD_NAMES.map((name) => [name, DECLARATIONS[name].label])),
};

const QUOTED = [
  'name',
  ...SIMPLE_FIELD_NAMES.filter((name) => ['text', 'lines'].includes(DECLARATIONS[name].form)),
];

/** Describes an action as the predicate of a sentence: "changed the phone from … to …". */
export function inWords({ action, source, before, after }: BusinessAction): string {
  const was = recordOf(before);
  const is = recordOf(after);
  switch (action) {
    case 'business.create':
      return `added it as ${formatted('name', is.name)}`;
    case 'business.remove':
      return 'removed it';
    case 'business.restore':
      return 'restored it';
    case 'business.merge':
      return mergeInWords(is);
    case 'business.change':
      return changeInWords(was, is);
    case 'import.run':
      return `imported ${source ?? 'a file'}, which ${importInWords(before, was, is)}`;
    case 'import.undo':
      return `undid the import of ${source ?? 'a file'}`;
    default:
      return `did ${action}`;
  }
}

function mergeInWords({ mergedInto, merged, events, deals }: Fields): string {
  if (mergedInto) return `merged it into ${ofOther(mergedInto)}`;
  const moved = Object.entries({ event: events, deal: deals })
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([noun, count]) => counted(count as number, noun))
    .join(' and ');
  return `merged ${ofOther(merged)} into it${moved && `, with ${moved}`}`;
}

/**
 * Describes the changes of an import. Its values use column names, and its categories only names.
 */
function importInWords(before: unknown, was: Fields, is: Fields): string {
  if (before === null) return 'added it';
  const { removed, ...fields } = is;
  const presence = removed === true ? 'removed it' : removed === false ? 'restored it' : '';
  if (presence && Object.keys(fields).length === 0) return presence;
  const isConfirmation = isDeepStrictEqual(Object.keys(fields), ['confirmed']);
  const changes = isConfirmation ? 'confirmed it' : changeInWords(ofColumns(was), ofColumns(is));
  return presence ? `${presence} and ${changes}` : changes;
}

const ADDRESS = ['street', 'unit', 'city', 'county', 'postalCode'];

function ofColumns({ categories, ...values }: Fields): Fields {
  const names = Array.isArray(categories) ? (categories as string[]) : [];
  const fields = Object.entries(values).map(([field, value]) => [
    ADDRESS.includes(field) ? `address.${field}` : field,
    value,
  ]);
  return {
    ...(Object.fromEntries(fields) as Fields),
    categories: names.map((name) => ({ slug: slugify(name), name })),
  };
}

function changeInWords(was: Fields, is: Fields): string {
  const former = partsOf(was);
  const present = partsOf(is);
  const phrases = Object.keys(NAMES)
    .filter((field) => !isDeepStrictEqual(former[field], present[field]))
    .map((field) => changeOf(field, former[field], present[field]));
  const categories = categoriesInWords(was.categories, is.categories);
  const all = [...phrases, ...categories];
  if (all.length === 0) return 'changed it';
  const last = all.pop()!;
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}

function changeOf(field: string, was: unknown, is: unknown): string {
  const name = NAMES[field]!;
  const from = formatted(field, was);
  const to = formatted(field, is);
  if (!from) return `set the ${name} to ${to}`;
  if (!to) return `removed the ${name} (${from})`;
  return `changed the ${name} from ${from} to ${to}`;
}

function categoriesInWords(was: unknown, is: unknown): string[] {
  const former = categoriesOf(was);
  const present = categoriesOf(is);
  const phrase = (verb: string, some: Map<string, string>, others: Map<string, string>) => {
    const names = [...some].filter(([slug]) => !others.has(slug)).map(([, name]) => name);
    return names.length > 0 ? [`${verb} ${names.join(', ')}`] : [];
  };
  return [...phrase('added it to', present, former), ...phrase('removed it from', former, present)];
}

/** Formats a value for a sentence. Empty if there is none. */
function formatted(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.startsWith('attributes.')) return attributeText(value as string);
  if (isListField(field)) return excerpt(LIST_CELLS[field](value as never), LONGEST);
  if (field === 'location') {
    const { latitude, longitude, precision } = value as LocationDto;
    return `${latitude}, ${longitude} (${precision ? PRECISIONS[precision] : 'of unknown precision'})`;
  }
  const single = value as string | number;
  const text = excerpt(String(single), LONGEST);
  if (field === 'status') return text.replaceAll('_', ' ');
  return QUOTED.includes(field) ? `“${text}”` : text;
}

const PRECISIONS = {
  exact: 'exact',
  postalCode: 'center of its ZIP area',
  city: 'center of its city',
};

type Fields = Record<string, unknown>;

function recordOf(value: unknown): Fields {
  return (typeof value === 'object' && value !== null ? value : {}) as Fields;
}

/** Flattens the address, the social accounts and the attributes into fields of their own. */
function partsOf({ address, social, attributes, ...fields }: Fields): Fields {
  const prefixed = (prefix: string, parts: unknown) =>
    Object.entries(recordOf(parts)).map(([name, value]) => [`${prefix}.${name}`, value] as const);
  return Object.fromEntries([
    ...Object.entries(fields),
    ...prefixed('address', address),
    ...prefixed('social', social),
    ...prefixed('attributes', attributes),
  ]);
}

function categoriesOf(value: unknown): Map<string, string> {
  const categories = Array.isArray(value) ? (value as CategoryRefDto[]) : [];
  return new Map(categories.map(({ slug, name }) => [slug, name]));
}

function ofOther(business: unknown): string {
  const { name, slug } = recordOf(business);
  return `${formatted('name', name)} (${String(slug)})`;
}
