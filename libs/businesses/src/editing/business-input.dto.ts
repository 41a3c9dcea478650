import { ApiSchema, IntersectionType, PartialType } from '@nestjs/swagger';
import { ArrayUnique } from 'class-validator';
import { CLEARABLE, Field } from '#libs/http/src/validation/field.js';
import { BUSINESS_STATUSES, type BusinessStatus } from '#libs/directory-index/src/criteria.js';
import { AttributesInput } from '../record/attributes.dto.js';
import { HoursDto, SpecialHoursInput } from '../record/hours.dto.js';
import { IdentifierDto } from '../record/identifier.dto.js';
import { identifierText, MAX_IDENTIFIERS } from '../record/identifiers.js';
import { SimpleFieldsInput } from '../record/simple-fields.dto.js';
import { SocialInput } from '../record/social.dto.js';
import { AddressInput } from './address-input.dto.js';
import { LocationInput } from './location-input.dto.js';

/** People for whom an admin confirms a record. */
const CONFIRMING = ['owner', 'admin'] as const;

class BusinessInput {
  @Field.text({ min: 1, max: 200, example: 'Loon Lake Bakery' })
  name: string;

  @Field.slug({
    omittable: true,
    example: 'loon-lake-bakery-duluth',
    description: 'Derived from the name and city if omitted.',
  })
  slug?: string;

  @Field.choice(BUSINESS_STATUSES, { name: 'BusinessStatus', omittable: true, example: 'open' })
  status?: BusinessStatus;

  @Field.slugs({
    max: 20,
    omittable: true,
    example: ['bakery'],
    description: 'Slugs of categories. The list replaces the current one.',
  })
  categories?: string[];

  @Field.object(AddressInput, { omittable: true })
  address?: AddressInput;

  @Field.object(LocationInput, CLEARABLE)
  location?: LocationInput | null;

  @Field.object(SocialInput, { omittable: true })
  social?: SocialInput;

  @Field.list(HoursDto, {
    max: 50,
    omittable: true,
    description: 'The list replaces the current one.',
  })
  hours?: HoursDto[];

  @Field.list(SpecialHoursInput, {
    max: 100,
    omittable: true,
    description: 'Hours of single dates. The list replaces the current one.',
  })
  @ArrayUnique(({ date }: SpecialHoursInput) => date, {
    message: 'specialHours must have one entry for each date.',
  })
  specialHours?: SpecialHoursInput[];

  @Field.object(AttributesInput, { omittable: true })
  attributes?: AttributesInput;

  @Field.list(IdentifierDto, {
    max: MAX_IDENTIFIERS,
    omittable: true,
    description: 'The list replaces the current one.',
  })
  @ArrayUnique(identifierText, { message: 'identifiers must not repeat.' })
  identifiers?: IdentifierDto[];

  @Field.date({
    ...CLEARABLE,
    example: '2026-10-05',
    description: 'Day on which the record was last confirmed.',
  })
  confirmedOn?: string | null;

  @Field.choice(CONFIRMING, {
    default: 'admin',
    example: 'owner',
    description: 'Who confirmed the record. Requires `confirmedOn`.',
  })
  confirmedBy?: (typeof CONFIRMING)[number];
}

@ApiSchema({ name: 'NewBusiness' })
export class NewBusiness extends IntersectionType(BusinessInput, SimpleFieldsInput) {}

/**
 * Fields of a business to change. Omitted fields keep their value; null clears a field (JSON Merge
 * Patch, RFC 7396).
 */
@ApiSchema({ name: 'BusinessChange' })
export class BusinessChange extends PartialType(NewBusiness, { skipNullProperties: false }) {}

@ApiSchema({ name: 'BusinessMerge' })
export class BusinessMerge {
  @Field.text({
    min: 1,
    max: 100,
    example: 'the-business-to-remove',
    description: 'Id or slug of the business to merge and remove.',
  })
  from: string;

  @Field.flag({
    default: false,
    example: true,
    description: 'Merges two businesses even if both their names and their cities differ.',
  })
  force?: boolean;
}
