import { ApiSchema } from '@nestjs/swagger';
import { Field, field } from '#libs/http/src/validation/field.js';
import { ImportStatus } from '#libs/database/src/database.js';
import { FromText } from '#libs/text/src/from-text.js';
import { NOTES } from '../cleaning/notes.js';
import { FORMATS } from '../source/format.js';
import { KINDS, type Kind, ImportCounts } from '../report/row-report.js';
import { SourceInput } from '../sources/source-input.dto.js';
import type { ImportSource } from '../writing/import-source.js';
import { MAX_IGNORED_COLUMNS, MAX_NEW_CATEGORIES, MAX_PROBLEMS } from './import-progress.js';
import type { StoredImport } from './imports.repository.js';

const STATUSES = Object.values(ImportStatus);

/** Maximum length in characters. A longer mapping doesn't fit into a URL. */
const MAX_MAPPING = 4_000;

export class StartImportQuery extends SourceInput {
  @Field.flag({
    default: false,
    description: 'Report the outcome of every row without changing anything.',
    by: FromText((text) => (text === 'true' ? true : text === 'false' ? false : text)),
  })
  dryRun = false;

  @Field.text({
    min: 2,
    max: MAX_MAPPING,
    optional: true,
    example: '{"name": "Facility", "postalCode": ["ZIP_CD", "MAIL_ZIP"]}',
    description:
      'Columns of the fields as JSON. Map each field to a column name, a list of column names, null ' +
      'for none, `{"value": …}` for all rows, or `{"columns": …, "values": {…}}` to replace values. ' +
      'Other columns are recognized by name.',
  })
  mapping?: string;

  @Field.text({
    min: 1,
    max: 100,
    optional: true,
    example: 'Licenses',
    description: 'Sheet of a workbook or layer of a GeoPackage; the first visible one by default.',
  })
  sheet?: string;
}

@ApiSchema({ name: 'ImportCounts' })
export class ImportCountsDto implements Record<Kind, number> {
  @Field.integer({ example: 3301, description: 'New businesses.' })
  inserted: number;

  @Field.integer({ example: 12, description: 'Updated businesses.' })
  updated: number;

  @Field.integer({ example: 40, description: 'Rows with no new values.' })
  unchanged: number;

  @Field.integer({ example: 21, description: 'Duplicates, which at most added missing values.' })
  merged: number;

  @Field.integer({ example: 1, description: 'Rejected rows.' })
  rejected: number;

  @Field.integer({
    example: 3,
    description: 'Businesses closed because a complete file lacks them.',
  })
  closed: number;

  @Field.integer({
    example: 0,
    description: 'Businesses removed because a complete file lacks them.',
  })
  removed: number;
}

@ApiSchema({ name: 'ImportProblem' })
export class ImportProblemDto {
  @Field.integer({
    nullable: true,
    example: 461,
    description: 'Line where the row begins. Null for a business that a complete file lacks.',
  })
  line: number | null;

  @Field.choice(KINDS, { example: 'rejected' })
  kind: Kind;

  @Field.text({
    optional: true,
    example: 'It has no name.',
    description: 'Reason for the rejection.',
  })
  reason?: string;

  @Field.slug({ optional: true, example: 'loon-cafe-ely', description: 'Slug of the business.' })
  slug?: string;

  @Field.id({
    optional: true,
    example: '0193a5f0-7c1e-7b7a-8f3e-2d9c4a6b1e05',
    description: 'Id of the business; omitted in a dry run.',
  })
  businessId?: string;

  @Field.text({
    optional: true,
    example: 'loon-cafe-ely',
    description: 'Slug of a possible duplicate.',
  })
  similarTo?: string;

  @Field.choices(Object.keys(NOTES), {
    optional: true,
    example: ['phoneUnreadable'],
    description: 'What was lost, replaced or is in doubt.',
  })
  notes?: string[];
}

@ApiSchema({ name: 'ImportRow' })
export class ImportRowDto extends ImportProblemDto {
  @Field.json({
    optional: true,
    example: { phone: '+12185550100', 'address.unit': null },
    description:
      'Old values of the changed fields, null for none. Omitted unless the row changes an existing business.',
  })
  before?: Record<string, unknown>;

  @Field.json({
    optional: true,
    example: { phone: '+12185550122', 'address.unit': 'B' },
    description: 'New values of the same fields, null for none.',
  })
  after?: Record<string, unknown>;
}

@ApiSchema({ name: 'KeptFields' })
export class KeptFieldsDto {
  @Field.slug({ example: 'loon-cafe-ely', description: 'The business.' })
  slug: string;

  @Field.texts({
    example: ['phone'],
    description: 'Fields changed since, which are kept; empty if the whole business is kept.',
  })
  fields: string[];
}

@ApiSchema({ name: 'UndoneImport' })
export class UndoneImportDto {
  @Field.integer({ example: 12, description: 'Businesses with their former values restored.' })
  restored: number;

  @Field.integer({ example: 3301, description: 'Removed businesses, which the import had added.' })
  removed: number;

  @Field.integer({
    example: 1,
    description: 'Businesses kept in whole or in part, because they were changed after the import.',
  })
  kept: number;

  @Field.list(KeptFieldsDto, { description: 'The first 100 kept businesses.' })
  named: KeptFieldsDto[];

  @Field.integer({
    example: 0,
    description:
      'Rows changed by a later import of the same source. Undo that import, then this one again.',
  })
  changedLater: number;
}

@ApiSchema({ name: 'ImportSummary' })
export class ImportSummaryDto {
  @Field.id({ example: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40' })
  id: string;

  @Field.choice(STATUSES, { example: 'finished' })
  status: ImportStatus;

  @Field.flag({ example: false })
  dryRun: boolean;

  @Field.text({
    nullable: true,
    example: 'openbrewerydb',
    description: 'Source of the import; null if none was named.',
  })
  source: string | null;

  @Field.text({ nullable: true, example: null, description: 'File name of a command-line import.' })
  file: string | null;

  @Field.integer({
    nullable: true,
    example: null,
    description: 'Number of rows of the source that were missing from a complete file.',
  })
  missing: number | null;

  @Field.choice(FORMATS, { nullable: true, example: 'CSV' })
  format: string | null;

  @Field.text({ nullable: true, example: 'UTF-8' })
  encoding: string | null;

  @Field.integer({ example: 366676, description: 'File size in bytes.' })
  size: number;

  @Field.integer({ example: 366676, description: 'Bytes read so far.' })
  bytesRead: number;

  @Field.object(ImportCountsDto, { description: 'Rows of each kind so far.' })
  counts: ImportCountsDto;

  @field(
    { type: 'object', additionalProperties: { type: 'integer' } },
    { example: { zipPlus4: 155 }, description: 'Number of rows per cleaning note.' },
  )
  notes: Record<string, number>;

  @Field.texts({
    max: MAX_NEW_CATEGORIES,
    example: ['Farmers market'],
    description:
      'Top-level categories that the import added. To use others instead, replace the values with ' +
      '`mapping`.',
  })
  newCategories: string[];

  @Field.texts({
    max: MAX_IGNORED_COLUMNS,
    example: ['Fax'],
    description: 'Columns or JSON fields that nothing uses. To use one, pass a `mapping`.',
  })
  ignoredColumns: string[];

  @Field.text({ nullable: true, example: null, description: 'Reason why the import failed.' })
  error: string | null;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  createdAt: Date;

  @Field.instant({ nullable: true, example: null })
  finishedAt: Date | null;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'Time of the undo; null while rows remain that a later import changed.',
  })
  undoneAt: Date | null;

  @Field.object(UndoneImportDto, {
    nullable: true,
    description: 'Result of undoing the import; null if it was not undone.',
  })
  undone: UndoneImportDto | null;

  static of(row: Omit<StoredImport, 'problems'>): ImportSummaryDto {
    return {
      id: row.id,
      status: row.status,
      dryRun: row.dryRun,
      source: (row.source ?? (row.previewedSource as ImportSource | null))?.name ?? null,
      file: row.file,
      missing: row.missing,
      newCategories: row.newCategories,
      ignoredColumns: row.ignoredColumns,
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
  @Field.list(ImportProblemDto, {
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
