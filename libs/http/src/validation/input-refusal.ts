import { ApiError, type ErrorDetail } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { abbreviate } from './known-fields.js';

/** Maximum number of listed problems, which bounds the response. The rest are counted. */
const MAX_DETAILS = 20;

/** A problem with one field. The message is built only if it is sent. */
export interface Problem {
  field: string;
  message: () => string;
}

/** Resolves the texts of a field to distinct values. Adds a problem for each text without a value. */
export function resolveEach(
  field: string,
  texts: readonly string[],
  resolve: (text: string) => string | undefined,
  message: (text: string) => string,
  problems: Problem[],
): string[] {
  const values = texts.map((text) => {
    const value = resolve(text);
    if (value === undefined) problems.push({ field, message: () => message(text) });
    return value ?? text;
  });
  return [...new Set(values)];
}

/** Creates an error with one detail for each of the first fields that have a problem. */
export function inputRefusal(
  code: Extract<ErrorCode, 'invalid_parameter' | 'invalid_body'>,
  problems: Problem[],
): ApiError {
  const byField = new Map<string, Problem>();
  for (const problem of problems) {
    if (!byField.has(problem.field)) byField.set(problem.field, problem);
  }
  const details = [...byField.values()]
    .slice(0, MAX_DETAILS)
    .map(({ field, message }): ErrorDetail => ({ field: abbreviate(field), message: message() }));
  const more = byField.size - details.length;
  const sentences = details.map(({ message }) => message);
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'field is' : 'fields are'} invalid.`);
  return new ApiError(code, sentences.join(' '), { details });
}
