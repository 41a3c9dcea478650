import type { Type } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { CommandError } from './explain.js';

/**
 * Options as the API reads a body, by the same rules.
 *
 * @throws ApiError that names what is wrong
 */
export async function readInput<T extends object>(input: object, as: Type<T>): Promise<T> {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]: [string, unknown]) => value !== undefined),
  );
  return (await new InputPipe().transform(given, { type: 'body', metatype: as })) as T;
}

/** @throws CommandError where one cannot be an id */
export function expectIds(ids: readonly string[]): void {
  const wrong = ids.find((id) => !isUUID(id));
  if (wrong) throw new CommandError(`${wrong} is not an id. \`list\` shows the ids.`);
}

/** A number where it is one; what else it is, `readInput` names. */
export function toNumber(text: string): unknown {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
