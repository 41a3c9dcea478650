import { ApiError, type ErrorDetail } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { abbreviate } from './known-fields.js';

/** More than these are counted, not listed: what a refusal says is bounded, however wrong the input is. */
const MAX_DETAILS = 20;

/** What is wrong with one field; the sentence is made only if it is sent. */
export interface Problem {
  field: string;
  message: () => string;
}

/** Refuses input with a detail for each of the first fields that have a problem. */
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
  if (more > 0) sentences.push(`And ${more} more ${more === 1 ? 'is' : 'are'} wrong.`);
  return new ApiError(code, sentences.join(' '), { details });
}
