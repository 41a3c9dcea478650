import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { SCHEME_NAMES } from '#libs/businesses/src/record/identifiers.js';
import { MAX_CANDIDATES } from './match.service.js';
import { type Reason, REASONS } from './score.js';

/** Maximum number of rows per request. */
export const MAX_QUERIES = 25;
const MAX_IDENTIFIERS = 5;

@ApiSchema({ name: 'MatchIdentifier' })
class MatchIdentifier {
  @Field.text({ min: 1, max: 40, example: 'osm' })
  scheme: string;

  @Field.text({ min: 1, max: 200, example: 'node/123' })
  value: string;
}

/** Declares an optional text that may be empty or null, like the cell of a spreadsheet. */
const Cell = (max: number, example: string, description?: string) =>
  Field.text({ max, optional: true, nullable: true, example, description });

/** Requires a coordinate whenever the other one is present. */
const ifOther = (other: 'latitude' | 'longitude') => (query: MatchQuery, value: unknown) =>
  (value ?? query[other] ?? null) !== null;

/** Row to find in the directory. */
@ApiSchema({ name: 'MatchQuery' })
export class MatchQuery {
  @Cell(100, 'row-7', 'Your id for the row, returned with its candidates.')
  id?: string | null;

  @Field.text({ min: 1, max: 300, example: 'Northern Lantern Cafe' })
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

  @Field.number({
    min: -90,
    max: 90,
    nullable: true,
    when: ifOther('longitude'),
    example: 45.01021,
    description: 'Requires `longitude`.',
  })
  latitude?: number | null;

  @Field.number({
    min: -180,
    max: 180,
    nullable: true,
    when: ifOther('latitude'),
    example: -93.2442,
    description: 'Requires `latitude`.',
  })
  longitude?: number | null;

  @Field.list(MatchIdentifier, {
    max: MAX_IDENTIFIERS,
    optional: true,
    nullable: true,
    description: `Identifiers in other registers. Unknown ones are ignored. Schemes: ${SCHEME_NAMES.join(', ')}.`,
  })
  identifiers?: MatchIdentifier[] | null;
}

@ApiSchema({ name: 'MatchQueries' })
export class MatchQueries {
  @Field.list(MatchQuery, { max: MAX_QUERIES, min: 1 })
  queries: MatchQuery[];
}

@ApiSchema({ name: 'MatchCandidate' })
export class MatchCandidateDto {
  @Field.object(BusinessDto)
  business: BusinessDto;

  @Field.number({
    min: 0,
    max: 1,
    example: 0.9,
    description: 'How much of the row agrees with the business. Scores of 0.9 or more are certain.',
  })
  score: number;

  @Field.flag({
    example: true,
    description:
      'True if the row certainly describes this business: an import would merge it. At most one ' +
      'candidate of a row matches.',
  })
  match: boolean;

  @Field.choices(REASONS, {
    name: 'MatchReason',
    example: ['name', 'phone', 'street', 'postalCode', 'city'],
    description:
      'Values that agree, most telling first. `location` means at most 150 meters apart, and ' +
      '`similarName` typos, abbreviations or other words.',
  })
  reasons: Reason[];
}

@ApiSchema({ name: 'Match' })
export class MatchDto {
  @Field.text({ nullable: true, example: 'row-7', description: 'Your id.' })
  id: string | null;

  @Field.list(MatchCandidateDto, { max: MAX_CANDIDATES, description: 'Best first.' })
  candidates: MatchCandidateDto[];
}
