import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { BusinessRefDto } from '#libs/businesses/src/record/business-ref.dto.js';

/** Temporary offer of a business. Every key is always present. */
@ApiSchema({ name: 'Deal' })
export class DealDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({ example: 'two-rolls-for-one' })
  slug: string;

  @ApiProperty({ maxLength: 200, example: 'Two rolls for one' })
  title: string;

  @ApiProperty({
    maxLength: 4000,
    type: String,
    nullable: true,
    example: 'Every weekday before nine.',
  })
  description: string | null;

  @ApiProperty({ type: BusinessRefDto })
  business: BusinessRefDto;

  @ApiProperty({
    maxLength: 100,
    type: String,
    nullable: true,
    example: 'ROLLS',
    description: 'Code to mention at the counter or to enter online.',
  })
  code: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: 'https://example.com/d' })
  website: string | null;

  @ApiProperty({
    maxLength: 4000,
    type: String,
    nullable: true,
    example: 'One for each customer and day.',
  })
  terms: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-01T06:00:00.000Z' })
  startsAt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-04-01T05:00:00.000Z',
    description: 'End of the deal. Null means until further notice.',
  })
  endsAt: string | null;

  @ApiProperty({
    format: 'uri',
    example: 'https://directory.example.com/api/v1/deals/two-rolls-for-one',
  })
  url: string;

  @ApiProperty({ format: 'date-time', example: '2026-02-20T15:04:05.678Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-02-21T09:00:00.000Z' })
  updatedAt: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: null })
  removedAt: string | null;
}
