import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { closest, distance } from 'fastest-levenshtein';
import { ApiError, type ErrorDetail } from '../errors/api-error.js';

/**
 * Reads a query, a path's parameters or a body into its class, and names all that is wrong with it.
 *
 * @throws ApiError `invalid_parameter` or `invalid_body`, with a detail for each field
 */
@Injectable()
export class InputPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom' || !isInputClass(metatype)) return value;
    const code = type === 'body' ? 'invalid_body' : 'invalid_parameter';
    const input = value ?? {};
    if (typeof input !== 'object' || Array.isArray(input)) {
      throw new ApiError(code, 'The body must be a JSON object.');
    }
    const instance = plainToInstance(metatype, { ...input }, { exposeDefaultValues: true });
    const errors = await validate(instance, { whitelist: true, forbidNonWhitelisted: true });
    const details = [
      ...unknown(input, metatype),
      ...repeated(type, input),
      ...withNul(input),
      ...errors.flatMap((error) => describe(error)),
    ].filter(({ field }, i, all) => all.findIndex((other) => other.field === field) === i);
    if (details.length === 0) return instance;
    throw new ApiError(code, details.map(({ message }) => message).join(' '), { details });
  }
}

function isInputClass(metatype: ArgumentMetadata['metatype']): metatype is Type<object> {
  return (
    metatype !== undefined &&
    !([String, Number, Boolean, Array, Object] as unknown[]).includes(metatype)
  );
}

/** class-transformer drops names such as `__proto__` unseen, so unknown ones are found before it. */
function unknown(input: object, metatype: Type<object>): ErrorDetail[] {
  const known = getMetadataStorage()
    .getTargetValidationMetadatas(metatype, '', false, false)
    .map(({ propertyName }) => propertyName);
  return Object.keys(input)
    .filter((field) => !known.includes(field))
    .map((field) => ({ field, message: notKnown(field, known) }));
}

function notKnown(field: string, known: string[] = []): string {
  const nearest = known.length > 0 ? closest(field, known) : undefined;
  const isNear = nearest && distance(field, nearest) <= Math.max(2, nearest.length / 3);
  return `${quote(field)} is not known here${isNear ? `; did you mean "${nearest}"?` : '.'}`;
}

function repeated(type: ArgumentMetadata['type'], input: object): ErrorDetail[] {
  if (type !== 'query') return [];
  return Object.entries(input)
    .filter(([, value]) => Array.isArray(value))
    .map(([field]) => ({
      field,
      message: `${quote(field)} is given more than once; give it once.`,
    }));
}

/** PostgreSQL holds every character but NUL. */
function withNul(input: unknown, field = ''): ErrorDetail[] {
  if (typeof input === 'string') {
    return input.includes('\0')
      ? [{ field, message: `${field} must not contain NUL characters.` }]
      : [];
  }
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    withNul(value, field ? `${field}.${name}` : name),
  );
}

function describe(error: ValidationError, path = ''): ErrorDetail[] {
  const field = path + error.property;
  const children = (error.children ?? []).flatMap((child) => describe(child, `${field}.`));
  const [first] = Object.entries(error.constraints ?? {});
  if (!first) return children;
  const [constraint, message] = first;
  const isUnknown = constraint === 'whitelistValidation';
  return [{ field, message: isUnknown ? notKnown(field) : sentence(message) }, ...children];
}

/** A caller's own word, bounded and on one line, for a sentence of ours. */
function quote(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}

function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
