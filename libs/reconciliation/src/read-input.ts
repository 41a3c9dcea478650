import type { RawRecord } from '#libs/imports/src/columns/fields.js';
import { MAX_QUERIES } from '#libs/imports/src/matching/match.dto.js';
import { isWithinBounds } from '#libs/http/src/body/json-bounds.js';
import { ApiError, invalidParameter } from '#libs/http/src/errors/api-error.js';
import { isObject, parseJson } from '#libs/text/src/json.js';
import { MATCHED, READABLE } from './properties.js';

/** Maximum number of businesses whose values a request reads. */
const MAX_IDS = 100;

export interface Query {
  text: string;
  properties: RawRecord;
  limit: number | undefined;
}

/**
 * Reads a reconciliation query batch. Types are ignored, because all entities have the same one.
 *
 * @throws ApiError `invalid_parameter` or `payload_too_large`
 */
export function readQueries(json: string): Map<string, Query> {
  const batch = Object.entries(objectIn(parse(json, 'queries'), 'queries'));
  if (batch.length > MAX_QUERIES) {
    throw new ApiError('payload_too_large', `Send at most ${MAX_QUERIES} queries per request.`);
  }
  return new Map(batch.map(([id, query]) => [id, readQuery(query, `queries.${id}`)]));
}

function readQuery(given: unknown, field: string): Query {
  const { query = '', properties = [], limit } = objectIn(given, field);
  if (typeof query !== 'string') throw invalid(`${field}.query`, 'must be a text');
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0)) {
    throw invalid(`${field}.limit`, 'must be a positive integer');
  }
  const cells = listIn(properties, `${field}.properties`).map((each, index) => {
    const at = `${field}.properties.${index}`;
    const { pid, v } = objectIn(each, at);
    return [knownIn(pid, MATCHED, `${at}.pid`).id, cellText(v)] as const;
  });
  return { text: query.trim(), properties: Object.fromEntries(cells), limit: limit as number };
}

/** Returns the text of a property value. Of several values, the first one counts. */
function cellText(given: unknown): string {
  const value: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof value === 'object' && value !== null && 'name' in value) return cellText(value.name);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/**
 * Reads a data extension query.
 *
 * @throws ApiError `invalid_parameter` or `payload_too_large`
 */
export function readExtension(json: string): {
  ids: string[];
  properties: (typeof READABLE)[number][];
} {
  const given = objectIn(parse(json, 'extend'), 'extend');
  const ids = listIn(given.ids, 'extend.ids');
  if (ids.length > MAX_IDS) {
    throw new ApiError('payload_too_large', `Send at most ${MAX_IDS} ids per request.`);
  }
  const properties = listIn(given.properties, 'extend.properties').map((each, index) => {
    const field = `extend.properties.${index}`;
    return knownIn(objectIn(each, field).id, READABLE, `${field}.id`);
  });
  return { ids: ids.map(String), properties: [...new Set(properties)] };
}

function knownIn<P extends { id: string }>(id: unknown, known: readonly P[], field: string): P {
  const found = known.find((property) => property.id === id);
  if (found) return found;
  throw invalid(field, `must be one of ${known.map((property) => property.id).join(', ')}`);
}

function parse(json: string, field: string): unknown {
  const value = parseJson(json);
  if (value === undefined) throw invalid(field, 'must be JSON');
  if (isWithinBounds(value)) return value;
  throw invalid(field, 'contains too many values');
}

function objectIn(value: unknown, field: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw invalid(field, 'must be an object');
}

function listIn(value: unknown, field: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(field, 'must be a list');
}

function invalid(field: string, problem: string): ApiError {
  return invalidParameter(field, `${field} ${problem}.`);
}
