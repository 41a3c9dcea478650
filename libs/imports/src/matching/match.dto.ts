import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsNumber,
  IsOptional,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { SCHEME_NAMES } from '#libs/businesses/src/record/identifiers.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { MAX_CANDIDATES } from './match.service.js';
import { type Reason, REASONS } from './score.js';

const MAX_QUERIES = 25;
const MAX_IDENTIFIERS = 5;

const LATITUDE = { message: 'latitude must be a number from -90 to 90.' };
const LONGITUDE = { message: 'longitude must be a number from -180 to 180.' };
const QUERIES = `queries must be a list of 1 to ${MAX_QUERIES} objects.`;
const IDENTIFIERS = `identifiers must be a list of at most ${MAX_IDENTIFIERS} objects {scheme, value}.`;

@ApiSchema({ name: 'MatchIdentifier' })
class MatchIdentifier {
  @ApiProperty({ maxLength: 40, example: 'osm' })
  @Text({ min: 1, max: 40 })
  scheme: string;

  @ApiProperty({ maxLength: 200, example: 'node/123' })
  @Text({ min: 1, max: 200 })
  value: string;
}

/** Declares an optional text that may be empty or null, like the cell of a spreadsheet. */
const Cell =
  (max: number, example: string, description?: string) => (target: object, name: string) => {
    ApiPropertyOptional({ type: String, nullable: true, maxLength: max, example, description })(
      target,
      name,
    );
    IsOptional()(target, name);
    Text({ min: 0, max })(target, name);
  };

/** Requires a coordinate whenever the other one is present. */
const IfOther = (other: 'latitude' | 'longitude') =>
  ValidateIf(
    (query: MatchQuery, value: unknown) =>
      (value !== undefined && value !== null) ||
      (query[other] !== undefined && query[other] !== null),
  );

/** Row to find in the directory. */
@ApiSchema({ name: 'MatchQuery' })
export class MatchQuery {
  @Cell(100, 'row-7', 'Your id for the row, returned with its candidates.')
  id?: string | null;

  @ApiProperty({ minLength: 1, maxLength: 300, example: 'Northern Lantern Cafe' })
  @Text({ min: 1, max: 300 })
  name: string;

  @Cell(300, '12 3rd Ave S', 'Street address. It may include the unit, city, state and ZIP code.')
  street?: string | null;

  @Cell(100, 'Minneapolis')
  city?: string | null;

  @Cell(20, '55413')
  postalCode?: string | null;

  @Cell(100, '(612) 555-0100', 'Phone number in any common format.')
  phone?: string | null;

  @Cell(2000, 'northernlanterncafe.example.com')
  website?: string | null;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: -90,
    maximum: 90,
    example: 45.01021,
    description: 'Requires `longitude`.',
  })
  @IfOther('longitude')
  @IsNumber({}, LATITUDE)
  @Min(-90, LATITUDE)
  @Max(90, LATITUDE)
  latitude?: number | null;

  @ApiPropertyOptional({
    type: Number,
    nullable: true,
    minimum: -180,
    maximum: 180,
    example: -93.2442,
    description: 'Requires `latitude`.',
  })
  @IfOther('latitude')
  @IsNumber({}, LONGITUDE)
  @Min(-180, LONGITUDE)
  @Max(180, LONGITUDE)
  longitude?: number | null;

  @ApiPropertyOptional({
    type: [MatchIdentifier],
    nullable: true,
    maxItems: MAX_IDENTIFIERS,
    description: `Identifiers in other registers. Unknown ones are ignored. Schemes: ${SCHEME_NAMES.join(', ')}.`,
  })
  @IsOptional()
  @IsArray({ message: IDENTIFIERS })
  @ArrayMaxSize(MAX_IDENTIFIERS, { message: IDENTIFIERS })
  @ValidateNested({ each: true, message: IDENTIFIERS })
  @Type(() => MatchIdentifier)
  identifiers?: MatchIdentifier[] | null;
}

@ApiSchema({ name: 'MatchQueries' })
export class MatchQueries {
  @ApiProperty({ type: [MatchQuery], minItems: 1, maxItems: MAX_QUERIES })
  @IsArray({ message: QUERIES })
  @ArrayMinSize(1, { message: QUERIES })
  @ArrayMaxSize(MAX_QUERIES, { message: QUERIES })
  @ValidateNested({ each: true, message: QUERIES })
  @Type(() => MatchQuery)
  queries: MatchQuery[];
}

@ApiSchema({ name: 'MatchCandidate' })
export class MatchCandidateDto {
  @ApiProperty({ type: BusinessDto })
  business: BusinessDto;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.9,
    description: 'How much of the row agrees with the business. Scores of 0.9 or more are certain.',
  })
  score: number;

  @ApiProperty({
    example: true,
    description:
      'True if the row certainly describes this business: an import would merge it. At most one ' +
      'candidate of a row matches.',
  })
  match: boolean;

  @ApiProperty({
    enum: REASONS,
    enumName: 'MatchReason',
    isArray: true,
    example: ['name', 'phone', 'street', 'postalCode', 'city'],
    description:
      'Values that agree, most telling first. `location` means at most 150 meters apart, and ' +
      '`similarName` typos, abbreviations or other words.',
  })
  reasons: Reason[];
}

@ApiSchema({ name: 'Match' })
export class MatchDto {
  @ApiProperty({ type: String, nullable: true, example: 'row-7', description: 'Your id.' })
  id: string | null;

  @ApiProperty({ type: [MatchCandidateDto], maxItems: MAX_CANDIDATES, description: 'Best first.' })
  candidates: MatchCandidateDto[];
}
