import {
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  IntersectionType,
  PartialType,
} from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  Matches,
  ValidateNested,
} from 'class-validator';
import { MAX_SLUG_LENGTH, SLUG_FORM } from '#libs/text/src/identifiers.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { RealDate } from '#libs/http/src/validation/real-date.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import {
  BUSINESS_STATUSES,
  type BusinessStatus,
} from '#libs/directory-index/src/business-status.js';
import { AttributesInput } from '../record/attributes.dto.js';
import { IdentifierDto } from '../record/identifier.dto.js';
import { identifierText, MAX_IDENTIFIERS } from '../record/identifiers.js';
import { SimpleFieldsInput } from '../record/simple-fields.dto.js';
import { AddressInput } from './address-input.dto.js';
import { HoursInput, SpecialHoursInput } from './hours-input.dto.js';
import { LocationInput } from './location-input.dto.js';
import { SocialInput } from './social-input.dto.js';

/** People for whom an admin confirms a record. */
const CONFIRMING = ['owner', 'admin'] as const;

class BusinessInput {
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Loon Lake Bakery' })
  @Text({ min: 1, max: 200 })
  name: string;

  @ApiPropertyOptional({
    example: 'loon-lake-bakery-duluth',
    description: 'Derived from the name and city if omitted.',
  })
  @Omittable()
  @Matches(SLUG_FORM, { message: 'slug must be lowercase words separated by hyphens.' })
  slug?: string;

  @ApiPropertyOptional({ enum: BUSINESS_STATUSES, enumName: 'BusinessStatus', example: 'open' })
  @Omittable()
  @IsIn(BUSINESS_STATUSES, { message: `status must be one of ${BUSINESS_STATUSES.join(', ')}.` })
  status?: BusinessStatus;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: MAX_SLUG_LENGTH },
    maxItems: 20,
    example: ['bakeries'],
    description: 'Slugs of categories. The list replaces the current one.',
  })
  @Omittable()
  @IsArray({ message: 'categories must be a list of slugs.' })
  @ArrayMaxSize(20, { message: 'categories must have at most 20 entries.' })
  @Matches(SLUG_FORM, { each: true, message: 'categories must be a list of slugs.' })
  categories?: string[];

  @ApiPropertyOptional({ type: AddressInput })
  @Omittable()
  @ValidateNested({ message: 'address must be an object.' })
  @Type(() => AddressInput)
  address?: AddressInput;

  @ApiPropertyOptional({ type: LocationInput, nullable: true })
  @IsOptional()
  @ValidateNested({ message: 'location must be an object or null.' })
  @Type(() => LocationInput)
  location?: LocationInput | null;

  @ApiPropertyOptional({ type: SocialInput })
  @Omittable()
  @ValidateNested({ message: 'social must be an object.' })
  @Type(() => SocialInput)
  social?: SocialInput;

  @ApiPropertyOptional({
    type: [HoursInput],
    maxItems: 50,
    description: 'The list replaces the current one.',
  })
  @Omittable()
  @IsArray({ message: 'hours must be a list.' })
  @ArrayMaxSize(50, { message: 'hours must have at most 50 entries.' })
  @ValidateNested({ each: true, message: 'hours must be a list of {day, opens, closes}.' })
  @Type(() => HoursInput)
  hours?: HoursInput[];

  @ApiPropertyOptional({
    type: [SpecialHoursInput],
    maxItems: 100,
    description: 'Hours of single dates. The list replaces the current one.',
  })
  @Omittable()
  @IsArray({ message: 'specialHours must be a list.' })
  @ArrayMaxSize(100, { message: 'specialHours must have at most 100 entries.' })
  @ValidateNested({ each: true, message: 'specialHours must be a list of {date, hours, name}.' })
  @ArrayUnique(({ date }: SpecialHoursInput) => date, {
    message: 'specialHours must have one entry for each date.',
  })
  @Type(() => SpecialHoursInput)
  specialHours?: SpecialHoursInput[];

  @ApiPropertyOptional({ type: AttributesInput })
  @Omittable()
  @ValidateNested({ message: 'attributes must be an object.' })
  @Type(() => AttributesInput)
  attributes?: AttributesInput;

  @ApiPropertyOptional({
    type: [IdentifierDto],
    maxItems: MAX_IDENTIFIERS,
    description: 'The list replaces the current one.',
  })
  @Omittable()
  @IsArray({ message: 'identifiers must be a list.' })
  @ArrayMaxSize(MAX_IDENTIFIERS, {
    message: `identifiers must have at most ${MAX_IDENTIFIERS} entries.`,
  })
  @ValidateNested({ each: true, message: 'identifiers must be a list of {scheme, value}.' })
  @ArrayUnique(identifierText, { message: 'identifiers must not repeat.' })
  @Type(() => IdentifierDto)
  identifiers?: IdentifierDto[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date',
    example: '2026-10-05',
    description: 'Day on which the record was last confirmed.',
  })
  @IsOptional()
  @RealDate()
  confirmedOn?: string | null;

  @ApiPropertyOptional({
    enum: CONFIRMING,
    example: 'owner',
    default: 'admin',
    description: 'Who confirmed the record. Requires `confirmedOn`.',
  })
  @Omittable()
  @IsIn(CONFIRMING, { message: `confirmedBy must be one of ${CONFIRMING.join(', ')}.` })
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
