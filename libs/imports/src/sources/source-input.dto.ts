import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Text } from '#libs/http/src/validation/text.decorator.js';

const RANK = { message: 'rank must be a whole number from 1 to 1000.' };
const MAX_MISSING = { message: 'maxMissing must be a whole number from 0 to 100.' };

const AsNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
  );

export const COMPLETE = ['close', 'remove'] as const;
/** Action for businesses missing from a complete file of the source. */
export type Complete = (typeof COMPLETE)[number];

/** Source of a file, as stated by the admin who imports it. */
export class SourceInput {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 100,
    example: 'openbrewerydb',
    description: 'Name of the source, created if new. See *Sources*.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  source?: string;

  @ApiPropertyOptional({ maxLength: 200, example: 'MIT', description: "The source's licence." })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  licence?: string;

  @ApiPropertyOptional({
    maxLength: 300,
    example: '© Open Brewery DB',
    description: 'Attribution that the license requires wherever the data is shown.',
  })
  @IsOptional()
  @Text({ min: 1, max: 300 })
  attribution?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    example: 20,
    description: 'Precedence when sources disagree: the higher rank wins. 10 for a new source.',
  })
  @IsOptional()
  @AsNumber()
  @IsInt(RANK)
  @Min(1, RANK)
  @Max(1000, RANK)
  rank?: number;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'id',
    description:
      'Column that identifies a row of the source. A file is refused if more than 10 rows, and more ' +
      'than 1 % of all, repeat the value of an earlier row.',
  })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  idColumn?: string;

  @ApiPropertyOptional({
    enum: COMPLETE,
    example: 'close',
    description:
      'States that the file lists the whole source. Businesses missing from it are closed or removed.',
  })
  @IsOptional()
  @IsIn(COMPLETE, { message: `complete must be one of ${COMPLETE.join(', ')}.` })
  complete?: Complete;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 10,
    description:
      'With `complete`: maximum percentage of rows that may be missing, 10 by default. If more ' +
      'are missing, nothing is closed or removed.',
  })
  @IsOptional()
  @AsNumber()
  @IsInt(MAX_MISSING)
  @Min(0, MAX_MISSING)
  @Max(100, MAX_MISSING)
  maxMissing?: number;
}
