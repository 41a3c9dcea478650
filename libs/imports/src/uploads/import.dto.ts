import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import type { ImportStatus } from '#libs/database/src/database.js';
import { NOTES } from '../cleaning/notes.js';
import { FORMATS } from '../source/format.js';
import { ImportCounts } from '../report/import-counts.js';
import { KINDS, type Kind } from '../report/row-report.js';
import { SourceInput } from '../sources/source-input.dto.js';
import type { Undone } from '../writing/undo-import.js';
import { MAX_NEW_CATEGORIES, MAX_PROBLEMS } from './import-progress.js';
import type { StoredImport } from './imports.service.js';

const STATUSES = [
  'waiting',
  'running',
  'finished',
  'failed',
  'cancelled',
] as const satisfies ImportStatus[];

/** Maximum length in characters. A longer mapping doesn't fit into a URL. */
const MAX_MAPPING = 4_000;

export class StartImportQuery extends SourceInput {
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Report the outcome of every row without changing anything.',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    value === 'true' ? true : value === 'false' ? false : value,
  )
  @IsBoolean({ message: 'dryRun must be true or false.' })
  dryRun = false;

  @ApiPropertyOptional({
    maxLength: MAX_MAPPING,
    example: '{"name": "Facility", "postalCode": ["ZIP_CD", "MAIL_ZIP"]}',
    description:
      'Columns of the fields as JSON. Map each field to a column name, a list of column names, null ' +
      'for none, `{"value": …}` for all rows, or `{"columns": …, "values": {…}}` to replace values. ' +
      'Other columns are recognized by name.',
  })
  @IsOptional()
  @Text({ min: 2, max: MAX_MAPPING })
  mapping?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'Licences',
    description: 'Sheet of a workbook or layer of a GeoPackage; the first by default.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  sheet?: string;
}

@ApiSchema({ name: 'ImportCounts' })
export class ImportCountsDto implements Record<Kind, number> {
  @ApiProperty({ type: 'integer', example: 3301, description: 'New businesses.' })
  inserted: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'Updated businesses.' })
  updated: number;

  @ApiProperty({ type: 'integer', example: 40, description: 'Rows with no new values.' })
  unchanged: number;

  @ApiProperty({
    type: 'integer',
    example: 21,
    description: 'Duplicates, which at most added missing values.',
  })
  merged: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Rejected rows.' })
  rejected: number;
}

@ApiSchema({ name: 'ImportProblem' })
export class ImportProblemDto {
  @ApiProperty({ type: 'integer', example: 461, description: 'Line where the row begins.' })
  line: number;

  @ApiProperty({ enum: KINDS, example: 'rejected' })
  kind: Kind;

  @ApiPropertyOptional({ example: 'It has no name.', description: 'Reason for the rejection.' })
  reason?: string;

  @ApiPropertyOptional({ example: 'loon-cafe-ely', description: 'Slug of the business.' })
  slug?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    example: '0193a5f0-7c1e-7b7a-8f3e-2d9c4a6b1e05',
    description: 'Id of the business; omitted in a dry run.',
  })
  businessId?: string;

  @ApiPropertyOptional({ example: 'loon-cafe-ely', description: 'Slug of a possible duplicate.' })
  similarTo?: string;

  @ApiPropertyOptional({
    type: [String],
    enum: Object.keys(NOTES),
    example: ['phoneUnreadable'],
    description: 'What was lost, replaced or is in doubt.',
  })
  notes?: string[];
}

const CHANGED = { type: 'object', additionalProperties: true } as const;

@ApiSchema({ name: 'ImportRow' })
export class ImportRowDto extends ImportProblemDto {
  @ApiPropertyOptional({
    ...CHANGED,
    example: { phone: '+12185550100', 'address.unit': null },
    description:
      'Old values of the changed fields, null for none. Omitted unless the row changes an existing ' +
      'business.',
  })
  before?: Record<string, unknown>;

  @ApiPropertyOptional({
    ...CHANGED,
    example: { phone: '+12185550122', 'address.unit': 'B' },
    description: 'New values of the same fields, null for none.',
  })
  after?: Record<string, unknown>;
}

@ApiSchema({ name: 'KeptFields' })
export class KeptFieldsDto {
  @ApiProperty({ example: 'loon-cafe-ely', description: 'The business.' })
  slug: string;

  @ApiProperty({
    type: [String],
    example: ['phone'],
    description: 'Fields changed since, which are kept; empty if the whole business is kept.',
  })
  fields: string[];
}

@ApiSchema({ name: 'UndoneImport' })
export class UndoneImportDto implements Undone {
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Businesses with their former values restored.',
  })
  restored: number;

  @ApiProperty({
    type: 'integer',
    example: 3301,
    description: 'Removed businesses, which the import had added.',
  })
  removed: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Businesses kept in whole or in part, because they were changed after the import.',
  })
  kept: number;

  @ApiProperty({ type: [KeptFieldsDto], description: 'The first 100 kept businesses.' })
  named: KeptFieldsDto[];

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Rows changed by a later import of the same source. Undo that import first.',
  })
  changedLater: number;
}

@ApiSchema({ name: 'ImportSummary' })
export class ImportSummaryDto {
  @ApiProperty({ format: 'uuid', example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  id: string;

  @ApiProperty({ enum: STATUSES, example: 'finished' })
  status: ImportStatus;

  @ApiProperty({ example: false })
  dryRun: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'openbrewerydb',
    description: 'Source of the import; null if none was named.',
  })
  source: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'File name of a command-line import.',
  })
  file: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Number of rows of the source that were missing from a complete file.',
  })
  missing: number | null;

  @ApiProperty({ type: String, enum: FORMATS, nullable: true, example: 'CSV' })
  format: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'UTF-8' })
  encoding: string | null;

  @ApiProperty({ type: 'integer', example: 366676, description: 'File size in bytes.' })
  size: number;

  @ApiProperty({ type: 'integer', example: 366676, description: 'Bytes read so far.' })
  bytesRead: number;

  @ApiProperty({ description: 'Rows of each kind so far.' })
  counts: ImportCountsDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { zipPlus4: 155 },
    description: 'Number of rows per cleaning note.',
  })
  notes: Record<string, number>;

  @ApiProperty({
    type: [String],
    maxItems: MAX_NEW_CATEGORIES,
    example: ['Farmers market'],
    description:
      'First top-level categories that the directory did not have before. Map their values to others ' +
      'with `values` of `mapping`.',
  })
  newCategories: string[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Reason why the import failed.',
  })
  error: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  finishedAt: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  undoneAt: Date | null;

  @ApiProperty({
    type: UndoneImportDto,
    nullable: true,
    description: 'Result of undoing the import; null if it was not undone.',
  })
  undone: UndoneImportDto | null;

  static of(row: Omit<StoredImport, 'problems'>): ImportSummaryDto {
    return {
      id: row.id,
      status: row.status,
      dryRun: row.dryRun,
      source: row.source?.name ?? null,
      file: row.file,
      missing: row.missing,
      newCategories: row.newCategories,
      format: row.format,
      encoding: row.encoding,
      size: Number(row.size),
      bytesRead: Number(row.bytesRead),
      counts: { ...new ImportCounts().kinds, ...(row.counts as object) },
      notes: row.notes as Record<string, number>,
      error: row.error,
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
      undoneAt: row.undoneAt,
      undone: row.undone as UndoneImportDto | null,
    };
  }
}

@ApiSchema({ name: 'Import' })
export class ImportDto extends ImportSummaryDto {
  @ApiProperty({
    type: [ImportProblemDto],
    description:
      `Up to ${MAX_PROBLEMS} rows: rejected rows first, then rows with a value that was lost, ` +
      'replaced or is in doubt.',
  })
  problems: ImportProblemDto[];

  static override of(row: StoredImport): ImportDto {
    const problems = row.problems as unknown as ImportProblemDto[];
    return { ...ImportSummaryDto.of(row), problems };
  }
}
