import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { readPhoneNumber } from '#libs/text/src/phone-number.js';
import { isMailbox, normalizeEmail } from '#libs/text/src/email-address.js';
import { FromText } from '#libs/text/src/from-text.js';
import { MAX_SLUG_LENGTH, SLUG_FORM } from '#libs/text/src/identifiers.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { InstantParameter, IsInstant, MAX_INSTANT_LENGTH, RealDate } from './instant.decorator.js';
import { Text } from './text.decorator.js';
import { MAX_WEB_ADDRESS, WebAddress } from './web-address.decorator.js';

/** Options of every kind. */
export interface FieldOptions {
  description?: string;
  example?: unknown;
  /** Value of an omitted field. Null is not allowed, because it would replace the default. */
  default?: unknown;
  /** Allows the field to be omitted. In a request, null counts as omitted. */
  optional?: boolean;
  /** Allows the field to be omitted but not null, for fields that every record has. */
  omittable?: boolean;
  nullable?: boolean;
  /** Requires and validates the field only if this holds for the input. */
  when?: (input: never, value: unknown) => boolean;
  /** Replaces the validation of the kind. */
  by?: PropertyDecorator;
}

/** Options of a field that keeps its value if omitted, and that null clears. */
export const CLEARABLE = { optional: true, nullable: true } as const;

interface TextOptions extends FieldOptions {
  /** Minimum length in characters. */
  min?: number;
  max?: number;
  /** Allows line breaks. */
  lines?: boolean;
  /** Documents the form; `by` validates it. */
  pattern?: string;
}

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** Message to use instead of the one about the bounds. */
  message?: string;
}

interface ListOptions extends FieldOptions {
  /** Minimum number of items. */
  min?: number;
  max?: number;
}

const MAX_INT32 = 2 ** 31 - 1;
/** Maximum length of a phone number as people write it. */
const MAX_PHONE = 40;

const E164 = /^\+[1-9]\d{6,14}$/;

/** OpenAPI schemas of values with a known form. */
export const SCHEMAS = {
  slug: { type: 'string', maxLength: MAX_SLUG_LENGTH },
  id: { type: 'string', format: 'uuid', maxLength: 36 },
  instant: { type: 'string', format: 'date-time', maxLength: MAX_INSTANT_LENGTH },
  date: { type: 'string', format: 'date', maxLength: 10 },
  url: { type: 'string', format: 'uri', maxLength: MAX_WEB_ADDRESS },
  email: { type: 'string', format: 'email', maxLength: 254 },
} as const;

/**
 * Declares a property of a request or response, one decorator for each kind. The declaration both
 * documents the property in OpenAPI and, in a request, validates it. Responses are not validated.
 */
export const Field = {
  /** Text, trimmed and without control characters. */
  text: ({ min, max, lines, pattern, ...options }: TextOptions = {}) =>
    field(
      { type: 'string', minLength: min, maxLength: max, pattern },
      options,
      Text({ min: min ?? 0, max: max ?? Infinity, lines }),
    ),

  slug: (options: FieldOptions = {}) =>
    field(
      SCHEMAS.slug,
      options,
      Matches(SLUG_FORM, {
        message: '$property must be lowercase words separated by hyphens.',
      }),
    ),

  /** UUID, converted to lowercase. */
  id: (options: FieldOptions = {}) =>
    field(
      SCHEMAS.id,
      options,
      FromText((text) => text.toLowerCase()),
      IsUUID(),
    ),

  /**
   * Instant in RFC 3339, which a request parses into a Date.
   *
   * @param words also allowed, and left unchanged
   */
  instant: ({ words = [], ...options }: FieldOptions & { words?: string[] } = {}) =>
    field(
      words.length === 0 ? SCHEMAS.instant : { type: 'string', maxLength: MAX_INSTANT_LENGTH },
      options,
      InstantParameter(...words),
    ),

  /** Calendar date, `YYYY-MM-DD`. */
  date: (options: FieldOptions = {}) => field(SCHEMAS.date, options, RealDate()),

  /** Absolute http(s) URL. */
  url: (options: FieldOptions = {}) => field(SCHEMAS.url, options, WebAddress()),

  email: (options: FieldOptions = {}) => field(SCHEMAS.email, options, Email()),

  phone: (options: FieldOptions = {}) =>
    field({ type: 'string', maxLength: MAX_PHONE }, options, Phone()),

  /** Whole number, a count unless bounded otherwise. */
  integer: ({
    min = 0,
    max = Number.MAX_SAFE_INTEGER,
    message = `$property must be a whole number from ${min} to ${max}.`,
    ...options
  }: NumberOptions = {}) =>
    field(
      integerSchema(min, max),
      options,
      IsInt({ message }),
      Min(min, { message }),
      Max(max, { message }),
    ),

  number: ({
    min,
    max,
    message = `$property must be a number from ${min} to ${max}.`,
    ...options
  }: NumberOptions) =>
    field(
      { type: 'number', minimum: min, maximum: max },
      options,
      IsNumber({}, { message }),
      Min(min ?? -Infinity, { message }),
      Max(max ?? Infinity, { message }),
    ),

  flag: (options: FieldOptions = {}) =>
    field(
      { type: 'boolean' },
      options,
      IsBoolean({
        message: `$property must be ${options.nullable ? 'true, false or null' : 'true or false'}.`,
      }),
    ),

  /** One of a few values. Give the schema a name if several properties share it. */
  choice: (
    values: readonly unknown[],
    { name, ...options }: FieldOptions & { name?: string } = {},
  ) =>
    field(
      { enum: [...values], ...(name && { enumName: name }) },
      options,
      IsIn([...values], { message: `$property must be one of ${values.join(', ')}.` }),
    ),

  object: (type: Class, options: FieldOptions = {}) =>
    field(
      { type },
      options,
      IsObject({ message: `$property must be an object${options.nullable ? ' or null' : ''}.` }),
      ValidateNested(),
      Type(() => type),
    ),

  /** Object with any keys. */
  json: (options: FieldOptions = {}) =>
    field({ type: 'object', additionalProperties: true }, options, IsObject()),

  /** List without repetition of some of a few values. */
  choices: (
    values: readonly string[],
    { name, min, max, ...options }: ListOptions & { name?: string } = {},
  ) =>
    field(
      {
        enum: [...values],
        isArray: true,
        ...(name && { enumName: name }),
        minItems: min,
        maxItems: max,
      },
      options,
      ...listOf(min, max),
      IsIn([...values], {
        each: true,
        message: `$property must be one or more of ${values.join(', ')}.`,
      }),
    ),

  slugs: (options: ListOptions = {}) =>
    values(SCHEMAS.slug, 'slugs', options, (each) => Matches(SLUG_FORM, each)),

  instants: (options: ListOptions = {}) =>
    values(SCHEMAS.instant, 'timestamps', options, IsInstant),

  /** @param options.maxLength maximum number of characters of each text */
  texts: ({ maxLength, ...options }: ListOptions & { maxLength?: number } = {}) =>
    values(
      { type: 'string', maxLength },
      maxLength ? `texts of up to ${maxLength} characters` : 'texts',
      options,
      (each) => applyDecorators(IsString(each), ...(maxLength ? [MaxLength(maxLength, each)] : [])),
    ),

  /** List of objects. */
  list: (type: Class, { min, max, ...options }: ListOptions = {}) => {
    const each = { each: true, message: `$property must be a list of ${shapeOf(type)}.` };
    return field(
      { type: [type], minItems: min, maxItems: max },
      options,
      ...listOf(min, max),
      // `ValidateNested` takes lists in the list for lists of objects.
      Satisfies((item: unknown) => !Array.isArray(item), each),
      ValidateNested(each),
      Type(() => type),
    );
  },
};

/** Declares an optional whole number in a query string, in decimal digits, from `min` to `max`. */
export function IntegerParameter(options: NumberOptions & { min: number; max: number }) {
  return applyDecorators(
    FromText((text) => (/^\d{1,16}$/.test(text) ? Number(text) : text)),
    Field.integer({ optional: true, ...options }),
  );
}

/** OpenAPI schema of a whole number. */
export function integerSchema(minimum: number, maximum: number) {
  const format = maximum > MAX_INT32 ? 'int64' : 'int32';
  return { type: 'integer', minimum, maximum, format } as const;
}

/** Documents a property with a schema and validates it. */
export function field(
  schema: ApiPropertyOptions,
  { optional, omittable, nullable, when, by, ...documentation }: FieldOptions,
  ...validations: PropertyDecorator[]
): PropertyDecorator {
  const mayBeOmitted = omittable || documentation.default !== undefined;
  const required = !optional && !mayBeOmitted && !when;
  const described = { ...schema, ...documentation, required, ...(nullable && { nullable }) };
  return applyDecorators(
    ApiProperty(described as ApiPropertyOptions),
    ...(mayBeOmitted ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...(optional ? [IsOptional()] : []),
    ...(when ? [ValidateIf(when as (input: unknown, value: unknown) => boolean)] : []),
    ...(nullable && required ? [ValidateIf((_, value) => value !== null)] : []),
    ...(by ? [by] : validations),
  );
}

/** Creates a class whose properties are declared by their names. */
export function withProperties<T>(
  names: readonly (keyof T & string)[],
  declare: (name: keyof T & string) => PropertyDecorator,
): Class<T> {
  class WithProperties {}
  for (const name of names) declare(name)(WithProperties.prototype, name);
  return WithProperties as Class<T>;
}

/** Declares a list of simple values. */
function values(
  items: { type: string; format?: string; maxLength?: number },
  what: string,
  { min, max, ...options }: ListOptions,
  validation: (options: ValidationOptions) => PropertyDecorator,
): PropertyDecorator {
  return field(
    { type: 'array', items, minItems: min, maxItems: max },
    options,
    ...listOf(min, max, ` of ${what}`),
    validation({ each: true, message: `$property must be a list of ${what}.` }),
  );
}

/** Declares the address of one mailbox, converted to lower case. */
function Email(): PropertyDecorator {
  return applyDecorators(
    FromText(normalizeEmail),
    Satisfies((value: unknown) => typeof value === 'string' && isMailbox(value), {
      message: '$property must be an email address such as dev@example.org.',
    }),
  );
}

/**
 * Declares a phone number, converted to E.164. Refuses text that contains more than one number,
 * such as an extension, because the rest would be lost.
 */
function Phone(): PropertyDecorator {
  return applyDecorators(
    FromText((text) => {
      const found = text.length <= MAX_PHONE && readPhoneNumber(text);
      return found && !found.note ? found.value : text;
    }),
    Matches(E164, {
      message:
        '$property must be one phone number without an extension, such as (218) 555-0147 or +12185550147.',
    }),
  );
}

function listOf(min: number | undefined, max: number | undefined, of = ''): PropertyDecorator[] {
  return [
    IsArray({ message: `$property must be a list${of}.` }),
    ...(min === undefined
      ? []
      : [ArrayMinSize(min, { message: `$property must have ${min} or more entries.` })]),
    ...(max === undefined
      ? []
      : [ArrayMaxSize(max, { message: `$property must have at most ${max} entries.` })]),
  ];
}

/** Returns the field names of a class for an error message, such as "{day, opens, closes}". */
function shapeOf(type: Class): string {
  const names = Reflect.getMetadata('swagger/apiModelPropertiesArray', type.prototype as object) as
    string[] | undefined;
  return `{${(names ?? []).map((name) => name.slice(1)).join(', ')}}`;
}
