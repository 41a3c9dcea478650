/** Form of an attribute's value: a word, true or false, or a list of words. */
type AttributeForm = 'word' | 'boolean' | 'list';

interface Declaration {
  form: AttributeForm;
  /** Allowed words; any language code (ISO 639) if omitted. */
  words?: readonly string[];
  description?: string;
  /** Name in a sentence about a change. */
  label: string;
  /** Import columns, best first. See `ALIASES`. */
  aliases: readonly string[];
}

/** Maximum number of words in a list. */
export const MAX_WORDS = 20;
/** Code of a language in ISO 639-1 or 639-3. */
export const LANGUAGE = /^[a-z]{2,3}$/;

/**
 * Attributes of businesses, after OpenStreetMap's tags. The API's records and input, CSV files,
 * imports and histories read their properties here.
 */
const ATTRIBUTES = {
  wheelchair: {
    form: 'word',
    words: ['yes', 'limited', 'no'],
    label: 'wheelchair access',
    aliases: ['wheelchair', 'wheelchairaccessible', 'wheelchairaccess'],
  },
  languages: {
    form: 'list',
    description: 'Languages spoken, as ISO 639 codes.',
    label: 'languages',
    aliases: ['languages', 'languagesspoken'],
  },
  payment: {
    form: 'list',
    words: ['cash', 'cards', 'ebt', 'wic'],
    description: 'Accepted payment. `ebt` includes SNAP. Only `cash` means no cards.',
    label: 'payment',
    aliases: ['payment', 'paymentmethods'],
  },
  wifi: { form: 'boolean', label: 'Wi-Fi', aliases: ['wifi', 'internetaccess'] },
  outdoorSeating: {
    form: 'boolean',
    label: 'outdoor seating',
    aliases: ['outdoorseating', 'patio'],
  },
  takeout: { form: 'boolean', label: 'takeout', aliases: ['takeout', 'takeaway'] },
  delivery: { form: 'boolean', label: 'delivery', aliases: ['delivery'] },
  reservations: {
    form: 'boolean',
    label: 'reservations',
    aliases: ['reservations', 'reservation'],
  },
  parking: { form: 'boolean', label: 'parking', aliases: ['parking'] },
  restroom: { form: 'boolean', label: 'restroom', aliases: ['restroom', 'restrooms', 'toilets'] },
  appointmentOnly: {
    form: 'boolean',
    label: 'by appointment only',
    aliases: ['appointmentonly', 'byappointment'],
  },
} as const satisfies Record<string, Declaration>;

export type AttributeName = keyof typeof ATTRIBUTES;

interface Values {
  word: string;
  boolean: boolean;
  list: string[];
}

/** Attributes of a business, null if unknown. */
export type AttributeValues = {
  [A in AttributeName]: Values[(typeof ATTRIBUTES)[A]['form']] | null;
};

export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

/** Declarations without their literal types. */
export const ATTRIBUTE_DECLARATIONS: Readonly<Record<AttributeName, Declaration>> = ATTRIBUTES;

/** Formats a value as in a cell of a CSV file: `yes`, `no`, `en; es`. Empty if unknown. */
export function attributeText(value: AttributeValues[AttributeName] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join('; ');
}
