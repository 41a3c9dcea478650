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
import { MAX_PROBLEMS } from './import-progress.js';
import type { StoredImport } from './imports.service.js';

const STATUSES = [
  'waiting',
  'running',
  'finished',
  'failed',
  'cancelled',
] as const satisfies ImportStatus[];

/** Characters; what is longer does not fit into an address. */
const MAX_MAPPING = 4_000;

export class StartImportQuery extends SourceInput {
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Say what would become of each row, and change nothing.',
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
      'Which columns hold which fields, as JSON: for a field the name of a column, a list of names, ' +
      'or null for none. Others are recognised by their names.',
  })
  @IsOptional()
  @Text({ min: 2, max: MAX_MAPPING })
  mapping?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'Licences',
    description:
      'The sheet of a workbook or layer of a GeoPackage; the first where it is left out.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  sheet?: string;
}

@ApiSchema({ name: 'ImportCounts' })
export class ImportCountsDto implements Record<Kind, number> {
  @ApiProperty({ type: 'integer', example: 3301, description: 'New businesses.' })
  inserted: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'Businesses that changed.' })
  updated: number;

  @ApiProperty({ type: 'integer', example: 40, description: 'Rows that say nothing new.' })
  unchanged: number;

  @ApiProperty({
    type: 'integer',
    example: 21,
    description: 'Duplicates: they added what was missing, or nothing.',
  })
  merged: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Rows that were not taken.' })
  rejected: number;
}

@ApiSchema({ name: 'ImportProblem' })
export class ImportProblemDto {
  @ApiProperty({ type: 'integer', example: 461, description: 'Where the row begins.' })
  line: number;

  @ApiProperty({ enum: KINDS, example: 'rejected' })
  kind: Kind;

  @ApiPropertyOptional({ example: 'It has no name.', description: 'Why it was rejected.' })
  reason?: string;

  @ApiPropertyOptional({ example: 'loon-cafe-ely', description: 'The business it is part of.' })
  slug?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    example: '0193a5f0-7c1e-7b7a-8f3e-2d9c4a6b1e05',
    description: 'The id of that business; not in a dry run.',
  })
  businessId?: string;

  @ApiPropertyOptional({ example: 'loon-cafe-ely', description: 'Perhaps the same business.' })
  similarTo?: string;

  @ApiPropertyOptional({
    type: [String],
    enum: Object.keys(NOTES),
    example: ['zipPlus4'],
    description: 'What was cleaned.',
  })
  notes?: string[];
}

@ApiSchema({ name: 'KeptFields' })
export class KeptFieldsDto {
  @ApiProperty({ example: 'loon-cafe-ely', description: 'The business.' })
  slug: string;

  @ApiProperty({
    type: [String],
    example: ['phone'],
    description: 'What was changed since, and stays; empty where all of it stays.',
  })
  fields: string[];
}

@ApiSchema({ name: 'UndoneImport' })
export class UndoneImportDto implements Undone {
  @ApiProperty({ type: 'integer', example: 12, description: 'Businesses that are as before.' })
  restored: number;

  @ApiProperty({ type: 'integer', example: 3301, description: 'Businesses that it had brought.' })
  removed: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Businesses of which something stays, since somebody changed it after the import.',
  })
  kept: number;

  @ApiProperty({ type: [KeptFieldsDto], description: 'The first 100 of those.' })
  named: KeptFieldsDto[];

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Rows that a later import of the same source changed; undo that one first.',
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
    description: 'The source that was named; null for none.',
  })
  source: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The name of the file, where it was imported on the command line.',
  })
  file: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'How many rows that its source had before were missing in a complete file.',
  })
  missing: number | null;

  @ApiProperty({ type: String, enum: FORMATS, nullable: true, example: 'CSV' })
  format: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'UTF-8' })
  encoding: string | null;

  @ApiProperty({ type: 'integer', example: 366676, description: 'Of the file, in bytes.' })
  size: number;

  @ApiProperty({ type: 'integer', example: 366676, description: 'How many of them are done.' })
  bytesRead: number;

  @ApiProperty({ description: 'How many rows there were of each kind so far.' })
  counts: ImportCountsDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { zipPlus4: 155 },
    description: 'How many rows were cleaned in which way.',
  })
  notes: Record<string, number>;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the file could not be imported.',
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
    description: 'What came of undoing it; null where it is not undone.',
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
      `The first ${MAX_PROBLEMS} rows that were rejected, and then as many as there is room for of ` +
      'those that were merged or cleaned.',
  })
  problems: ImportProblemDto[];

  static override of(row: StoredImport): ImportDto {
    const problems = row.problems as unknown as ImportProblemDto[];
    return { ...ImportSummaryDto.of(row), problems };
  }
}
