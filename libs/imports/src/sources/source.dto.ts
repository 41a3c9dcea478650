import { ApiSchema, OmitType, PartialType } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { Satisfies } from '#libs/text/src/satisfies.js';
import type { Schema } from '#libs/http/src/openapi/api-success.js';
import { CLEARABLE, Field, field, type FieldOptions } from '#libs/http/src/validation/field.js';
import { FetchResult, FetchSchedule } from '#libs/database/src/database.js';
import { exampleInstant } from '#libs/http/src/validation/instant.decorator.js';
import { isWebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import { MAX_COLUMNS, MAX_LENGTH, MAX_VALUES } from '../columns/mapping.js';

const SCHEDULES = Object.values(FetchSchedule);
const RESULTS = Object.values(FetchResult);

const MAPPED: Schema = { type: 'string', maxLength: MAX_LENGTH };
const COLUMNS: Schema[] = [MAPPED, { type: 'array', items: MAPPED, maxItems: MAX_COLUMNS }];

const Mapping = (options: FieldOptions) =>
  field(
    {
      type: 'object',
      additionalProperties: {
        oneOf: [
          ...COLUMNS,
          { type: 'object', required: ['value'], properties: { value: MAPPED } },
          {
            type: 'object',
            required: ['columns', 'values'],
            properties: {
              columns: { oneOf: COLUMNS },
              values: {
                type: 'object',
                additionalProperties: MAPPED,
                maxProperties: MAX_VALUES,
              },
            },
          },
        ],
        nullable: true,
      },
    },
    { nullable: true, ...options },
    IsObject({ message: 'mapping must be an object, or null.' }),
  );

const FileUrl = (options: FieldOptions) =>
  Field.url({
    nullable: true,
    example: 'https://example.com/licenses.csv',
    by: Satisfies((value: unknown) => isWebAddress(value) && new URL(value).protocol === 'https:', {
      message: 'url must be a URL such as https://example.com/licenses.csv.',
    }),
    ...options,
  });

@ApiSchema({ name: 'NewSource' })
export class NewSource {
  @Field.text({ min: 1, max: 100, example: 'state-licenses' })
  name: string;

  @Field.text({ min: 1, max: 200, ...CLEARABLE, example: 'CC BY 4.0' })
  licence?: string | null;

  @Field.text({
    min: 1,
    max: 300,
    ...CLEARABLE,
    example: 'State of Minnesota',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  attribution?: string | null;

  @Field.integer({
    min: 1,
    max: 1000,
    default: 10,
    example: 20,
    description:
      'Precedence when sources disagree: the higher rank wins. Applies to later imports.',
  })
  rank?: number;

  @Field.text({
    min: 1,
    max: 100,
    ...CLEARABLE,
    example: 'license_no',
    description: 'Column that identifies a row. It can’t change once rows have been imported.',
  })
  idColumn?: string | null;

  @Mapping({
    optional: true,
    example: {
      name: 'Facility',
      postalCode: ['ZIP_CD', 'MAIL_ZIP'],
      city: { value: 'Minneapolis' },
    },
    description:
      'Columns of the fields, for imports that state none: a column name, a list of names, null for ' +
      'none, `{"value": …}` for all rows, or `{"columns": …, "values": {…}}` to replace values. ' +
      'Other columns are recognized by name.',
  })
  mapping?: Record<string, unknown> | null;

  @FileUrl({
    optional: true,
    description:
      'File to fetch and import on the schedule. Only `https://` URLs of public hosts are fetched. ' +
      'Null stops fetching.',
  })
  url?: string | null;

  @Field.choice(SCHEDULES, {
    default: 'daily',
    example: 'daily',
    description: 'How often the server fetches `url`.',
  })
  schedule?: FetchSchedule;
}

/** Omitted fields keep their value; null clears a field (JSON Merge Patch, RFC 7396). */
@ApiSchema({ name: 'SourceChange' })
export class SourceChange extends PartialType(OmitType(NewSource, ['name']), {
  skipNullProperties: false,
}) {}

@ApiSchema({ name: 'Source' })
export class SourceDto {
  @Field.text({ example: '3' })
  id: string;

  @Field.text({ max: 100, example: 'state-licenses' })
  name: string;

  @Field.text({ nullable: true, example: 'CC BY 4.0' })
  licence: string | null;

  @Field.text({ nullable: true, example: 'State of Minnesota' })
  attribution: string | null;

  @Field.integer({ example: 20 })
  rank: number;

  @Field.text({ nullable: true, example: 'license_no' })
  idColumn: string | null;

  @Mapping({ example: { name: ['Facility'], postalCode: ['ZIP_CD', 'MAIL_ZIP'] } })
  mapping: Record<string, unknown> | null;

  @FileUrl({})
  url: string | null;

  @Field.choice(SCHEDULES, { nullable: true, example: 'daily', description: 'Null without a URL.' })
  schedule: FetchSchedule | null;

  @Field.instant({
    nullable: true,
    example: exampleInstant(0, 3),
    description: 'Time of the last fetch, even if it failed.',
  })
  lastFetchedAt: string | null;

  @Field.choice(RESULTS, {
    nullable: true,
    example: 'imported',
    description:
      'Result of the last fetch: its file is being imported, was imported, or has not changed, or ' +
      'the fetch or its import failed. Null before the first fetch.',
  })
  lastResult: FetchResult | null;

  @Field.text({ nullable: true, example: null, description: 'Reason of a failure.' })
  lastError: string | null;

  @Field.id({
    nullable: true,
    example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40',
    description: 'Import of the last file that was fetched.',
  })
  lastImportId: string | null;

  @Field.integer({
    example: 0,
    description: 'Failures since the last success. The first two are retried after an hour.',
  })
  consecutiveFailures: number;

  @Field.instant({
    nullable: true,
    example: exampleInstant(1, 3),
    description: 'Time of the next fetch; null without a URL.',
  })
  nextFetchAt: string | null;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  createdAt: string;
}

@ApiSchema({ name: 'Attribution' })
export class AttributionDto {
  @Field.text({ max: 100, example: 'openbrewerydb', description: 'Name of the source.' })
  name: string;

  @Field.text({ max: 200, nullable: true, example: 'MIT' })
  licence: string | null;

  @Field.text({
    max: 300,
    example: '© Open Brewery DB',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  attribution: string;
}
