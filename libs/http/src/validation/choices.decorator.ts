import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidateBy, type ValidationArguments } from 'class-validator';
import { FromText } from '#libs/text/src/from-text.js';
import { field, type FieldOptions } from './field.js';
import { notKnown, quote } from './known-fields.js';

interface Choices extends FieldOptions {
  /** Maximum number of different values: by default, of those allowed, or `MAX_CHOICES`. */
  max?: number;
  /** Maximum length of the whole list, including commas. */
  maxLength?: number;
  /** The allowed values. */
  among?: readonly string[];
  /**
   * Format of each value: its validation, the end of the sentence "… must be" about an invalid
   * value, and its OpenAPI schema.
   */
  form?: {
    accepts: (value: string) => boolean;
    expected: (value: string) => string;
    schema: object;
  };
}

/** Maximum number of different values, and length of the whole list, unless a parameter states others. */
export const MAX_CHOICES = 50;
export const MAX_CHOICES_LENGTH = 2_000;

const VALIDATION = 'choicesParameter';

/**
 * Declares optional alternatives in a query string, comma-separated or repeated, parsed into a sorted array without duplicates.
 * Documents them and their limits as a non-exploded array (OpenAPI, "Style Values").
 */
export function ChoicesParameter({
  among,
  max = among?.length ?? MAX_CHOICES,
  maxLength = MAX_CHOICES_LENGTH,
  form,
  ...options
}: Choices = {}) {
  return field(
    {
      type: 'array',
      items: {
        type: 'string',
        ...(among ? { enum: [...among] } : (form?.schema ?? { minLength: 1, maxLength })),
      },
      minItems: 1,
      maxItems: max,
      // Properties of parameters, not of schemas; Nest passes unknown ones on.
      ...({ style: 'form', explode: false } as object),
    },
    { optional: true, ...options },
    FromText((text) => (text.length <= maxLength ? choicesIn(text) : text)),
    ValidateBy({
      name: VALIDATION,
      validator: {
        validate: (value) =>
          Array.isArray(value) &&
          value.length <= max &&
          value.every((choice: string) => isAllowed(choice, { among, form })),
        defaultMessage: (args) =>
          mistakeIn(args!, { among, form }) ??
          `${args?.property} must be a list of up to ${max} non-empty values, of at most ${maxLength} ` +
            'characters in total. Separate them with commas, or repeat the parameter.',
      },
    }),
  );
}

/** Reports whether a query parameter is declared with `ChoicesParameter`. */
export function isListParameter(field: string, metatype: Type): boolean {
  return getMetadataStorage()
    .getTargetValidationMetadatas(metatype, '', false, false)
    .some(({ propertyName, name }) => propertyName === field && name === VALIDATION);
}

function isAllowed(choice: string, { among, form }: Choices): boolean {
  if (among) return among.includes(choice);
  return choice !== '' && (form?.accepts(choice) ?? true);
}

/** Returns a sentence about the first value that isn't allowed. */
function mistakeIn(
  { property, value: values }: ValidationArguments,
  { among, form }: Choices,
): string | undefined {
  if (!Array.isArray(values)) return undefined;
  const wrong = (values as string[]).find((choice) => !isAllowed(choice, { among, form }));
  if (!wrong) return undefined;
  if (among) {
    return `${notKnown(wrong, new Set(among))} Allowed values of ${property}: ${among.join(', ')}.`;
  }
  return form && `${quote(wrong)} is invalid in ${property}: it must be ${form.expected(wrong)}.`;
}

/** Returns the values of a comma-separated list, sorted and without duplicates. */
export function choicesIn(text: string): string[] {
  return [...new Set(text.split(',').map((choice) => choice.trim()))].sort();
}
