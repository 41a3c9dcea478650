import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { SLUG_FORM } from '#libs/text/src/identifiers.js';
import { exampleInstant } from '#libs/http/src/openapi/example-instant.js';
import { InstantParameter } from '#libs/http/src/validation/instant.decorator.js';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { MAX_WEB_ADDRESS, WebAddress } from '#libs/http/src/validation/web-address.decorator.js';

@ApiSchema({ name: 'NewDeal' })
export class NewDeal {
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Two rolls for one' })
  @Text({ min: 1, max: 200 })
  title: string;

  @ApiPropertyOptional({
    example: 'two-rolls-for-one',
    description: 'Derived from the title if omitted. Later title changes do not affect it.',
  })
  @Omittable()
  @Matches(SLUG_FORM, { message: 'slug must be lowercase words separated by hyphens.' })
  slug?: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 4000, example: 'Before nine.' })
  @IsOptional()
  @Text({ min: 1, max: 4000, lines: true })
  description?: string | null;

  @ApiProperty({
    maxLength: 100,
    example: 'northern-lantern-cafe-minneapolis',
    description: 'Id or slug of the business that offers the deal.',
  })
  @Text({ min: 1, max: 100 })
  business: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 100, example: 'ROLLS' })
  @IsOptional()
  @Text({ min: 1, max: 100 })
  code?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_WEB_ADDRESS,
    example: 'https://example.com/deal',
  })
  @IsOptional()
  @WebAddress()
  website?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 4000, example: 'One each.' })
  @IsOptional()
  @Text({ min: 1, max: 4000, lines: true })
  terms?: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: exampleInstant(1, 6) })
  @InstantParameter()
  startsAt: Date;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    example: exampleInstant(31, 6),
    description: 'End of the deal. Null means until further notice.',
  })
  @IsOptional()
  @InstantParameter()
  endsAt?: Date | null;
}

/**
 * Fields of a deal to change. Omitted fields keep their value; null clears a field (JSON Merge
 * Patch, RFC 7396).
 */
@ApiSchema({ name: 'DealChange' })
export class DealChange extends PartialType(NewDeal, { skipNullProperties: false }) {}
