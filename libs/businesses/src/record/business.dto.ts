import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { AddressDto } from './address.dto.js';
import {
  BUSINESS_STATUSES,
  type BusinessStatus,
} from '#libs/directory-index/src/business-status.js';
import { HoursDto } from './hours.dto.js';
import { LocationDto } from './location.dto.js';
import { SpecialHoursDto } from './special-hours.dto.js';
import { AttributesDto } from './attributes.dto.js';
import { IdentifierDto } from './identifier.dto.js';
import { MAX_IDENTIFIERS } from './identifiers.js';
import { SimpleFieldsDto } from './simple-fields.dto.js';
import { SocialDto } from './social.dto.js';

@ApiSchema({ name: 'CategoryRef' })
export class CategoryRefDto {
  @ApiProperty({ example: 'bakeries' })
  slug: string;

  @ApiProperty({ maxLength: 80, example: 'Bakeries' })
  name: string;
}

class BusinessStart {
  @ApiProperty({
    format: 'uuid',
    example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11',
    description: 'UUIDv7. It never changes.',
  })
  id: string;

  @ApiProperty({
    example: 'loon-lake-bakery-duluth',
    description: 'Readable and unique. A former slug redirects to the current one.',
  })
  slug: string;

  @ApiProperty({ maxLength: 200, example: 'Loon Lake Bakery' })
  name: string;

  @ApiProperty({ enum: BUSINESS_STATUSES, enumName: 'BusinessStatus', example: 'open' })
  status: BusinessStatus;

  @ApiProperty({ type: [CategoryRefDto], description: 'Categories, by name.' })
  categories: CategoryRefDto[];

  @ApiProperty({ type: AddressDto })
  address: AddressDto;

  @ApiProperty({
    type: LocationDto,
    nullable: true,
    description: 'Null if the location is unknown.',
  })
  location: LocationDto | null;

  @ApiProperty({ type: SocialDto })
  social: SocialDto;

  @ApiProperty({
    maxItems: 50,
    type: [HoursDto],
    description:
      'Opening hours of a normal week, in the time zone America/Chicago. Empty if unknown. ' +
      'A day can have several entries (split shifts) or none (closed).',
  })
  hours: HoursDto[];

  @ApiProperty({
    maxItems: 100,
    type: [SpecialHoursDto],
    description:
      'Hours of single dates, which replace the weekly ones. On a public holiday without special ' +
      'hours, the business may keep other hours than usual.',
  })
  specialHours: SpecialHoursDto[];

  @ApiProperty({ type: AttributesDto })
  attributes: AttributesDto;

  @ApiProperty({
    type: [IdentifierDto],
    maxItems: MAX_IDENTIFIERS,
    description: 'Identifiers in other registers.',
  })
  identifiers: IdentifierDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date',
    example: '2026-10-05',
    description: 'Day on which somebody last confirmed the record.',
  })
  confirmedOn: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 207,
    example: 'owner',
    description: '`owner`, `admin`, `visitor`, or `source:` and the name of a source.',
  })
  confirmedBy: string | null;
}

/** Business in the public API. All keys are always present, and unknown values are null. */
@ApiSchema({ name: 'Business' })
export class BusinessDto extends IntersectionType(BusinessStart, SimpleFieldsDto) {
  @ApiProperty({
    format: 'uri',
    example: 'https://directory.example.com/api/v1/businesses/loon-lake-bakery-duluth',
    description: 'URL of this record.',
  })
  url: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-01T15:04:05.678Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:00:00.000Z' })
  updatedAt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: null,
    description: 'Time of removal. Set only on a tombstone.',
  })
  removedAt: string | null;

  @ApiPropertyOptional({
    type: Number,
    example: 1204.5,
    description:
      'Distance in meters from the point of the request, or null if the location is unknown. Present only with a point.',
    nullable: true,
  })
  distance?: number | null;
}
