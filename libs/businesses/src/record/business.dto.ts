import { ApiSchema, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { BUSINESS_STATUSES, type BusinessStatus } from '#libs/directory-index/src/criteria.js';
import { AddressDto } from './address.dto.js';
import { HoursDto, SpecialHoursDto } from './hours.dto.js';
import { LocationDto } from './location.dto.js';
import { AttributesDto } from './attributes.dto.js';
import { IdentifierDto } from './identifier.dto.js';
import { MAX_IDENTIFIERS } from './identifiers.js';
import { SimpleFieldsDto } from './simple-fields.dto.js';
import { SocialDto } from './social.dto.js';

@ApiSchema({ name: 'CategoryRef' })
export class CategoryRefDto {
  @Field.slug({ example: 'bakery' })
  slug: string;

  @Field.text({ max: 80, example: 'Bakery' })
  name: string;
}

@ApiSchema({ name: 'BusinessRef' })
export class BusinessRefDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({ example: 'loon-lake-bakery-duluth' })
  slug: string;

  @Field.text({ max: 200, example: 'Loon Lake Bakery' })
  name: string;
}

class BusinessStart {
  @Field.id({
    example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11',
    description: 'UUIDv7. It never changes.',
  })
  id: string;

  @Field.slug({
    example: 'loon-lake-bakery-duluth',
    description: 'Readable and unique. A former slug redirects to the current one.',
  })
  slug: string;

  @Field.text({ max: 200, example: 'Loon Lake Bakery' })
  name: string;

  @Field.choice(BUSINESS_STATUSES, { name: 'BusinessStatus', example: 'open' })
  status: BusinessStatus;

  @Field.list(CategoryRefDto, { description: 'Categories, by name.' })
  categories: CategoryRefDto[];

  @Field.object(AddressDto)
  address: AddressDto;

  @Field.object(LocationDto, { nullable: true, description: 'Null if the location is unknown.' })
  location: LocationDto | null;

  @Field.object(SocialDto)
  social: SocialDto;

  @Field.list(HoursDto, {
    max: 50,
    description:
      'Opening hours of a normal week, in the time zone America/Chicago. Empty if unknown. ' +
      'A day can have several entries (split shifts) or none (closed).',
  })
  hours: HoursDto[];

  @Field.list(SpecialHoursDto, {
    max: 100,
    description:
      'Hours of single dates, which replace the weekly ones. On a public holiday without special ' +
      'hours, the business may keep other hours than usual.',
  })
  specialHours: SpecialHoursDto[];

  @Field.object(AttributesDto)
  attributes: AttributesDto;

  @Field.list(IdentifierDto, {
    max: MAX_IDENTIFIERS,
    description: 'Identifiers in other registers.',
  })
  identifiers: IdentifierDto[];

  @Field.date({
    nullable: true,
    example: '2026-10-05',
    description: 'Day on which somebody last confirmed the record.',
  })
  confirmedOn: string | null;

  @Field.text({
    max: 207,
    nullable: true,
    example: 'owner',
    description: '`owner`, `admin`, `visitor`, or `source:` and the name of a source.',
  })
  confirmedBy: string | null;
}

/** Business in the public API. All keys are always present, and unknown values are null. */
@ApiSchema({ name: 'Business' })
export class BusinessDto extends IntersectionType(BusinessStart, SimpleFieldsDto) {
  @Field.url({
    example: 'https://directory.example.com/api/v1/businesses/loon-lake-bakery-duluth',
    description: 'URL of this record.',
  })
  url: string;

  @Field.instant({ example: '2026-03-01T15:04:05.678Z' })
  createdAt: string;

  @Field.instant({ example: '2026-03-02T09:00:00.000Z' })
  updatedAt: string;

  @Field.instant({
    nullable: true,
    example: null,
    description: 'Time of removal. Set only on a tombstone.',
  })
  removedAt: string | null;

  @Field.number({
    optional: true,
    nullable: true,
    example: 1204.5,
    description:
      'Distance in meters from the point of the request, or null if the location is unknown. Present only with a point.',
  })
  distance?: number | null;
}

/** Business with only its `id` and the requested fields. */
@ApiSchema({ name: 'SparseBusiness' })
export class SparseBusinessDto extends IntersectionType(
  PickType(BusinessDto, ['id']),
  PartialType(OmitType(BusinessDto, ['id'])),
) {}
