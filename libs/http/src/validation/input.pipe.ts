import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { ApiError } from '../errors/api-error.js';
import { isListParameter } from './choices.decorator.js';
import { inputRefusal, type Problem } from './input-refusal.js';
import { abbreviate, knownFields, notKnown, quote } from './known-fields.js';

/**
 * Parses a query, path parameters or a body into its class and reports every problem.
 * `QueryParametersInterceptor` has already refused unknown query parameters.
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
    const known = knownFields(metatype);
    // Only known fields are read, so that extra fields add no cost.
    const entries = Object.entries(input)
      .filter(([field]) => known.has(field))
      .map(([field, content]): [string, unknown] => [field, oneList(field, content, metatype)]);
    const instance = plainToInstance(metatype, Object.fromEntries(entries), {
      exposeDefaultValues: true,
    });
    const errors = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
    });
    const problems = [
      ...(type === 'body' ? unknown(input, known) : []),
      ...(type === 'query' ? repeated(entries) : []),
      ...entries.flatMap(([field, content]) => unstorable(content, field)),
      ...errors.flatMap((error) => describe(error)),
    ];
    if (problems.length === 0) return instance;
    throw inputRefusal(code, problems);
  }
}

export function isInputClass(metatype: unknown): metatype is Type<object> {
  return (
    typeof metatype === 'function' &&
    !([String, Number, Boolean, Array, Object] as unknown[]).includes(metatype)
  );
}

/** Joins the values of a repeated list parameter, as many generated clients send lists. */
function oneList(field: string, content: unknown, metatype: Type): unknown {
  return Array.isArray(content) && isListParameter(field, metatype) ? content.join() : content;
}

function unknown(input: object, known: ReadonlySet<string>): Problem[] {
  return Object.keys(input)
    .filter((field) => !known.has(field))
    .map((field) => ({ field, message: () => notKnown(field, known) }));
}

function repeated(entries: [string, unknown][]): Problem[] {
  return entries
    .filter(([, value]) => Array.isArray(value))
    .map(([field]) => ({
      field,
      message: () => `${quote(field)} is repeated. Send it once.`,
    }));
}

/** Finds characters that PostgreSQL can't store: NUL, and in JSON also lone surrogates. */
function unstorable(input: unknown, field: string): Problem[] {
  if (typeof input === 'string') {
    if (!input.includes('\0') && input.isWellFormed()) return [];
    const characters = input.includes('\0') ? 'NUL characters' : 'lone surrogates';
    return [{ field, message: () => `${abbreviate(field)} must not contain ${characters}.` }];
  }
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => [
    ...unstorable(name, field),
    ...unstorable(value, `${field}.${name}`),
  ]);
}

function describe(error: ValidationError, path = ''): Problem[] {
  const field = path + error.property;
  const children = (error.children ?? []).flatMap((child) => describe(child, `${field}.`));
  const [first] = Object.entries(error.constraints ?? {});
  if (!first) return children;
  const [constraint, message] = first;
  if (constraint === 'whitelistValidation') {
    const known = knownFields(error.target!.constructor as Type);
    return [{ field, message: () => notKnown(error.property, known) }];
  }
  return [{ field, message: () => sentence(message) }, ...children];
}

function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}
