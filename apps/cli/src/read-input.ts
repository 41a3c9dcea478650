import type { Type } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { CommandError } from './explain.js';

/**
 * Validates options by the same rules as the body of an API request.
 *
 * @throws ApiError that names invalid options
 */
export async function readInput<T extends object>(input: object, as: Type<T>): Promise<T> {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]: [string, unknown]) => value !== undefined),
  );
  return (await new InputPipe().transform(given, { type: 'body', metatype: as })) as T;
}

/**
 * Returns ids in lowercase.
 *
 * @throws CommandError if a text is not a UUID
 */
export function expectIds(ids: readonly string[]): string[] {
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong) throw new CommandError(`${wrong} is not an id. \`list\` shows the ids.`);
  return ids.map((id) => id.toLowerCase());
}

/** Parses a number. Returns other texts unchanged, which `readInput` then rejects. */
export function toNumber(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
