import {
  ApiProperty,
  ApiPropertyOptional,
  type ApiPropertyOptions,
  ApiSchema,
  OmitType,
  type OpenAPIObject,
  PartialType,
} from '@nestjs/swagger';
import { IsIn, IsInt, IsObject, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { FetchResult, FetchSchedule } from '#libs/database/src/database.js';
import { exampleInstant } from '#libs/http/src/openapi/example-instant.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { isWebAddress, MAX_WEB_ADDRESS } from '#libs/http/src/validation/web-address.decorator.js';
import { MAX_COLUMNS, MAX_LENGTH, MAX_VALUES } from '../columns/mapping.js';

const SCHEDULES = Object.values(FetchSchedule);
const RESULTS = Object.values(FetchResult);
const RANK = { message: 'rank must be a whole number from 1 to 1000.' };

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const MAPPED: Schema = { type: 'string', maxLength: MAX_LENGTH };
const COLUMNS: Schema[] = [MAPPED, { type: 'array', items: MAPPED, maxItems: MAX_COLUMNS }];
const MAPPING = {
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
  nullable: true,
  example: { name: 'Facility', postalCode: ['ZIP_CD', 'MAIL_ZIP'], city: { value: 'Minneapolis' } },
} satisfies ApiPropertyOptions;
const URL_PROPERTY = {
  type: String,
  nullable: true,
  format: 'uri',
  maxLength: MAX_WEB_ADDRESS,
  example: 'https://example.com/licences.csv',
} as const;

@ApiSchema({ name: 'NewSource' })
export class NewSource {
  @ApiProperty({ minLength: 1, maxLength: 100, example: 'state-licences' })
  @Text({ min: 1, max: 100 })
  name: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200, example: 'CC BY 4.0' })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  licence?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 300,
    example: 'State of Minnesota',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  @IsOptional()
  @Text({ min: 1, max: 300 })
  attribution?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 10,
    example: 20,
    description:
      'Precedence when sources disagree: the higher rank wins. Applies to later imports.',
  })
  @Omittable()
  @IsInt(RANK)
  @Min(1, RANK)
  @Max(1000, RANK)
  rank?: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 100,
    example: 'license_no',
    description: 'Column that identifies a row. It can’t change once rows have been imported.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  idColumn?: string | null;

  @ApiPropertyOptional({
    ...MAPPING,
    description:
      'Columns of the fields, for imports that state none: a column name, a list of names, null for ' +
      'none, `{"value": …}` for all rows, or `{"columns": …, "values": {…}}` to replace values. ' +
      'Other columns are recognized by name.',
  })
  @IsOptional()
  @IsObject({ message: 'mapping must be an object, or null.' })
  mapping?: Record<string, unknown> | null;

  @ApiPropertyOptional({
    ...URL_PROPERTY,
    description:
      'File to fetch and import on the schedule. Only `https://` URLs of public hosts are fetched. ' +
      'Null stops fetching.',
  })
  @IsOptional()
  @ValidateBy({
    name: 'fileUrl',
    validator: {
      validate: (value) => isWebAddress(value) && new URL(value).protocol === 'https:',
      defaultMessage: () => 'url must be a URL such as https://example.com/licences.csv.',
    },
  })
  url?: string | null;

  @ApiPropertyOptional({
    enum: SCHEDULES,
    default: 'daily',
    example: 'daily',
    description: 'How often the server fetches `url`.',
  })
  @Omittable()
  @IsIn(SCHEDULES, { message: `schedule must be one of ${SCHEDULES.join(', ')}.` })
  schedule?: FetchSchedule;
}

/** Omitted fields keep their value; null clears a field (JSON Merge Patch, RFC 7396). */
@ApiSchema({ name: 'SourceChange' })
export class SourceChange extends PartialType(OmitType(NewSource, ['name']), {
  skipNullProperties: false,
}) {}

@ApiSchema({ name: 'Source' })
export class SourceDto {
  @ApiProperty({ example: '3' })
  id: string;

  @ApiProperty({ maxLength: 100, example: 'state-licences' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: 'CC BY 4.0' })
  licence: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'State of Minnesota' })
  attribution: string | null;

  @ApiProperty({ type: 'integer', example: 20 })
  rank: number;

  @ApiProperty({ type: String, nullable: true, example: 'license_no' })
  idColumn: string | null;

  @ApiProperty({ ...MAPPING, example: { name: ['Facility'], postalCode: ['ZIP_CD', 'MAIL_ZIP'] } })
  mapping: Record<string, unknown> | null;

  @ApiProperty(URL_PROPERTY)
  url: string | null;

  @ApiProperty({
    enum: SCHEDULES,
    nullable: true,
    example: 'daily',
    description: 'Null without a URL.',
  })
  schedule: FetchSchedule | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: exampleInstant(0, 3),
    description: 'Time of the last fetch, even if it failed.',
  })
  lastFetchedAt: string | null;

  @ApiProperty({
    enum: RESULTS,
    nullable: true,
    example: 'imported',
    description:
      'Result of the last fetch: its file is being imported, was imported, or has not changed, or ' +
      'the fetch or its import failed. Null before the first fetch.',
  })
  lastResult: FetchResult | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Reason of a failure.' })
  lastError: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40',
    description: 'Import of the last file that was fetched.',
  })
  lastImportId: string | null;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Failures since the last success. The first two are retried after an hour.',
  })
  consecutiveFailures: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: exampleInstant(1, 3),
    description: 'Time of the next fetch; null without a URL.',
  })
  nextFetchAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  createdAt: string;
}
