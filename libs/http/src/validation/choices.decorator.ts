import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { notKnown, quote } from './known-fields.js';

interface Choices {
  /** How many at most. */
  max?: number;
  /** Characters of all together, with the commas. */
  maxLength?: number;
  /** The only ones that there are. */
  among?: readonly string[];
  /** What each of them has to be: as it ends "… must be", and as documents say it. */
  form?: { pattern: RegExp; description: string; schema: object };
}

/**
 * Comma-separated values in a query string, any of which will do; read into a sorted array, each once.
 * Documents them, with their bounds, as an array that is not exploded (OpenAPI, "Style Values").
 */
export function ChoicesParameter({ max = 50, maxLength = 2_000, among, form }: Choices = {}) {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: {
        type: 'string',
        ...(among ? { enum: [...among] } : (form?.schema ?? { minLength: 1, maxLength })),
      },
      minItems: 1,
      maxItems: among?.length ?? max,
      // Of parameters, not of schemas: Nest passes on what it does not know.
      ...{ style: 'form', explode: false },
    }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length <= maxLength ? choicesIn(value) : value,
    ),
    ValidateBy({
      name: 'choicesParameter',
      validator: {
        validate: (value) =>
          Array.isArray(value) &&
          value.length <= max &&
          value.every((choice: string) => isAllowed(choice, { among, form })),
        defaultMessage: (args) =>
          mistakeIn(args?.value, { among, form }) ??
          `${args?.property} must be up to ${max} values with commas between them, none empty, of at ` +
            `most ${maxLength} characters together.`,
      },
    }),
  );
}

function isAllowed(choice: string, { among, form }: Choices): boolean {
  if (among) return among.includes(choice);
  return choice !== '' && (form?.pattern.test(choice) ?? true);
}

/** A sentence about the first value that is none of those allowed. */
function mistakeIn(values: unknown, { among, form }: Choices): string | undefined {
  if (!Array.isArray(values)) return undefined;
  const wrong = (values as string[]).find((choice) => !isAllowed(choice, { among, form }));
  if (!wrong) return undefined;
  if (among) {
    return `${notKnown(wrong, new Set(among))} There are: ${among.join(', ')}.`;
  }
  return form && `${quote(wrong)} is not right: it must be ${form.description}.`;
}

function choicesIn(text: string): string[] {
  return [...new Set(text.split(',').map((choice) => choice.trim()))].sort();
}
