import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvColumns, csvTable } from '#libs/text/src/csv.js';
import {
  type Pagination,
  type Success,
  success,
  type SuccessPage,
  successPage,
} from './envelope.js';
import { invalidParameter } from './errors/api-error.js';
import type { Schema } from './openapi/api-success.js';
import { PageNumberQuery } from './page-query.dto.js';
import { Field, IntegerParameter } from './validation/field.js';

const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const CSV = 'text/csv';

/** Media types for `@ApiProduces`. Clients that accept both get the first. */
export const JSON_OR_CSV = ['application/json', CSV];

/** OpenAPI schema of a CSV response (RFC 4180). */
export const CSV_SCHEMA: Schema = {
  type: 'string',
  description:
    'A header row with the column names, then one row per item. A value that a spreadsheet could ' +
    'interpret as a formula is prefixed with an apostrophe.',
};

/** CSV entry for the `formats` option of `ApiSuccess` and `ApiSuccessPage`. */
export const AS_CSV = { [CSV]: CSV_SCHEMA };

/** Declares the `format` query parameter. */
export const FormatParameter = () =>
  Field.choice(FORMATS, {
    optional: true,
    description:
      'Response format, JSON or CSV (RFC 4180). Overrides `Accept`. ' +
      'Defaults to the format preferred by `Accept`, or JSON.',
  });

interface FormatQuery {
  format?: Format;
}

const USUAL_LIMIT: Record<Format, number> = { json: 20, csv: 10_000 };
const MOST: Record<Format, number> = { json: 100, csv: 10_000 };
const LIMITS = `limit must be a whole number from 1 to ${MOST.json}, or up to ${MOST.csv} as CSV.`;

/** Query parameters of a paginated list that is available as JSON or CSV. */
export class FormattedPageQuery extends PageNumberQuery {
  @IntegerParameter({
    min: 1,
    max: MOST.csv,
    message: LIMITS,
    description:
      `Items per page. JSON: ${USUAL_LIMIT.json} by default, at most ${MOST.json}. CSV: ` +
      `${USUAL_LIMIT.csv} by default, at most ${MOST.csv}. Higher values are rejected.`,
  })
  limit?: number;

  @FormatParameter()
  format?: Format;
}

/** A query whose page number and size are set. */
export type Paged<Query> = Query & Pick<Pagination, 'page' | 'limit'>;

function isCsv({ format }: FormatQuery, { context }: Pick<FastifyRequest, 'context'>): boolean {
  return format ? format === 'csv' : context.preferredType === CSV;
}

/**
 * Sets the default page size of the requested format if the query has none.
 *
 * @throws ApiError `invalid_parameter` if the size exceeds the format's maximum
 */
export function paged<Query extends FormattedPageQuery>(
  query: Query,
  request: Pick<FastifyRequest, 'context'>,
): Paged<Query> {
  const format = isCsv(query, request) ? 'csv' : 'json';
  const limit = query.limit ?? USUAL_LIMIT[format];
  if (limit > MOST[format]) {
    throw invalidParameter('limit', LIMITS);
  }
  return { ...query, limit };
}

interface Exchange<T> {
  request: FastifyRequest;
  reply: FastifyReply;
  columns: CsvColumns<T>;
  /** Download file name without its extension (RFC 6266). */
  fileName: string;
}

/** Returns one page in the requested format. In CSV, `X-Total-Count` holds `pagination.total`. */
export function respondWithPage<T>(
  { items, total }: { items: T[]; total: number },
  query: Paged<FormattedPageQuery>,
  exchange: Exchange<T>,
): SuccessPage<T> | string {
  if (!isCsv(query, exchange.request)) return successPage({ items, total }, query);
  void exchange.reply.header('X-Total-Count', total);
  return sendCsv(items, exchange);
}

/** Returns `data` as JSON or `items` as CSV, whichever was requested. */
export function respondWith<Data, T>(
  data: Data,
  items: readonly T[],
  query: FormatQuery,
  exchange: Exchange<T>,
): Success<Data> | string {
  return isCsv(query, exchange.request) ? sendCsv(items, exchange) : success(data);
}

function sendCsv<T>(items: readonly T[], { reply, columns, fileName }: Exchange<T>): string {
  void reply.headers({
    'Content-Type': `${CSV}; charset=utf-8; header=present`,
    'Content-Disposition': `attachment; filename="${fileName}.csv"`,
  });
  return csvTable(items, columns);
}
