import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvColumns, csvTable } from '#libs/text/src/csv.js';
import {
  type Pagination,
  type Success,
  success,
  type SuccessPage,
  successPage,
} from './envelope.js';
import { ApiError } from './errors/api-error.js';
import type { Schema } from './openapi/api-success.js';
import { PageNumberQuery } from './page-query.dto.js';
import { IntegerParameter } from './validation/integer.decorator.js';

const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const CSV = 'text/csv';

/** For `@ApiProduces`: the first is what a caller who accepts anything gets. */
export const JSON_OR_CSV = ['application/json', CSV];

/** What an answer is as CSV: RFC 4180. */
export const CSV_SCHEMA: Schema = {
  type: 'string',
  description:
    'A line with the names of the columns, then one for each item. A text that a spreadsheet would ' +
    'take for a formula has an apostrophe before it.',
};

/** For the `formats` of `ApiSuccess` and `ApiSuccessPage`. */
export const AS_CSV = { [CSV]: CSV_SCHEMA };

/** In which format something is answered. */
export const FormatParameter = () =>
  applyDecorators(
    ApiPropertyOptional({
      enum: FORMATS,
      description:
        'What the answer is written in, whatever `Accept` says: JSON or CSV (RFC 4180). Without it, ' +
        'what `Accept` prefers, or JSON.',
    }),
    IsOptional(),
    IsIn(FORMATS, { message: `format must be one of ${FORMATS.join(', ')}.` }),
  );

interface FormatQuery {
  format?: Format;
}

const USUAL_LIMIT: Record<Format, number> = { json: 20, csv: 10_000 };
const MOST: Record<Format, number> = { json: 100, csv: 10_000 };
const LIMITS = `limit must be a whole number from 1 to ${MOST.json}, or to ${MOST.csv} as CSV.`;

/** Which page of a list, and in which format. */
export class FormattedPageQuery extends PageNumberQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST.csv,
    description:
      `How many items a page has: ${USUAL_LIMIT.json} unless given, and at most ${MOST.json}; as CSV ` +
      `${USUAL_LIMIT.csv} unless given, and at most ${MOST.csv}. More is refused, not cut.`,
  })
  @IsOptional()
  @IntegerParameter({ min: 1, max: MOST.csv, message: LIMITS })
  limit?: number;

  @FormatParameter()
  format?: Format;
}

/** A query whose page has a size. */
export type Paged<Query> = Query & Pick<Pagination, 'page' | 'limit'>;

function isCsv(
  { format }: FormatQuery,
  { preferredType }: Pick<FastifyRequest, 'preferredType'>,
): boolean {
  return format ? format === 'csv' : preferredType === CSV;
}

/**
 * Gives a page the size that is usual for its format, unless it has one.
 *
 * @throws ApiError `invalid_parameter` for one that is too long in its format
 */
export function paged<Query extends FormattedPageQuery>(
  query: Query,
  request: Pick<FastifyRequest, 'preferredType'>,
): Paged<Query> {
  const format = isCsv(query, request) ? 'csv' : 'json';
  const limit = query.limit ?? USUAL_LIMIT[format];
  if (limit > MOST[format]) {
    throw new ApiError('invalid_parameter', LIMITS, {
      details: [{ field: 'limit', message: LIMITS }],
    });
  }
  return { ...query, limit };
}

interface Exchange<T> {
  request: FastifyRequest;
  reply: FastifyReply;
  columns: CsvColumns<T>;
  /** What a browser calls the file, without its ending (RFC 6266). */
  fileName: string;
}

/** A page in the format that was asked for; `X-Total-Count` tells how many items all pages have. */
export function answerPage<T>(
  { items, total }: { items: T[]; total: number },
  query: Paged<FormattedPageQuery>,
  { reply, ...exchange }: Exchange<T>,
): SuccessPage<T> | string {
  void reply.header('X-Total-Count', total);
  return isCsv(query, exchange.request)
    ? sendCsv(items, { reply, ...exchange })
    : successPage(items, query, total);
}

/** `data` in the format that was asked for: as CSV, its items. */
export function answer<Data, T>(
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
