import { MAX_WEB_ADDRESS } from '#libs/http/src/validation/web-address.decorator.js';

/** Form of a value, which determines its schema, validation, column type and cleaning. */
export type FieldForm = 'text' | 'lines' | 'phone' | 'email' | 'webAddress' | 'date' | 'level';

interface Declaration {
  form: FieldForm;
  /** Column of "businesses". */
  column: string;
  /** Maximum length in characters, or the highest level. */
  max: number;
  description?: string;
  example: string | number;
  /** Value as an admin may send it, if it is stored in another form. */
  exampleInput?: string;
  /** Name in a sentence about a change. */
  label: string;
  /** Import columns, best first. See `ALIASES`. */
  aliases: readonly string[];
}

const MAX_DATE = 10;

/**
 * Fields that are a single value in a single column, in the order of schemas and CSV columns. The
 * API's records and input, CSV files, imports and histories read their properties here. Only the
 * database has to be told separately (see CONTRIBUTING.md).
 */
export const SIMPLE_FIELDS = {
  description: {
    form: 'lines',
    column: 'description',
    max: 5_000,
    example: 'Sourdough, pasties and cardamom rolls.',
    label: 'description',
    aliases: ['description', 'about', 'summary', 'details'],
  },
  legalName: {
    form: 'text',
    column: 'legal_name',
    max: 200,
    description: 'Registered name, if it differs from the name that the business uses.',
    example: 'Loon Lake Baking LLC',
    label: 'legal name',
    aliases: ['legalname', 'legalbusinessname', 'registeredname', 'entityname', 'corporatename'],
  },
  phone: {
    form: 'phone',
    column: 'phone',
    max: 16,
    description: 'Phone number in E.164 format.',
    example: '+12185550147',
    exampleInput: '(218) 555-0147',
    label: 'phone',
    aliases: [
      'phone',
      'phonenumber',
      'telephone',
      'telephonenumber',
      'tel',
      'businessphone',
      'contactphone',
    ],
  },
  email: {
    form: 'email',
    column: 'email',
    max: 254,
    example: 'hello@loonlake.example',
    label: 'email address',
    aliases: ['email', 'emailaddress', 'contactemail'],
  },
  website: {
    form: 'webAddress',
    column: 'website',
    max: MAX_WEB_ADDRESS,
    example: 'https://example.com/loon',
    label: 'website',
    aliases: [
      'website',
      'websiteurl',
      'url',
      'web',
      'webaddress',
      'homepage',
      'weburl',
      'contactwebsite',
    ],
  },
  establishedOn: {
    form: 'date',
    column: 'established_on',
    max: MAX_DATE,
    example: '1998-05-02',
    label: 'founding date',
    aliases: ['establishedon', 'established', 'founded', 'opened', 'openingdate'],
  },
  priceLevel: {
    form: 'level',
    column: 'price_level',
    max: 4,
    description: 'Price level from 1 (inexpensive) to 4 (very expensive).',
    example: 2,
    label: 'price level',
    aliases: ['pricelevel', 'pricerange', 'price'],
  },
} as const satisfies Record<string, Declaration>;

export type SimpleField = keyof typeof SIMPLE_FIELDS;

/** Values of the simple fields, null if unknown. */
export type SimpleValues = {
  [F in SimpleField]: ((typeof SIMPLE_FIELDS)[F]['form'] extends 'level' ? number : string) | null;
};

export const SIMPLE_FIELD_NAMES = Object.keys(SIMPLE_FIELDS) as SimpleField[];

/** Declarations without their literal types. */
export const DECLARATIONS: Readonly<Record<SimpleField, Declaration>> = SIMPLE_FIELDS;
