import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AddressDto } from '#libs/businesses/src/record/address.dto.js';
import { BusinessRefDto } from '#libs/businesses/src/record/business-ref.dto.js';
import { CategoryRefDto } from '#libs/businesses/src/record/business.dto.js';
import { MAX_RECURRENCE_LENGTH } from '../recurrence/rule-text.js';

@ApiSchema({ name: 'Point' })
export class PointDto {
  @ApiProperty({ example: 46.7867, description: 'Latitude in degrees (WGS 84).' })
  latitude: number;

  @ApiProperty({ example: -92.1005, description: 'Longitude in degrees (WGS 84).' })
  longitude: number;
}

/** An event, or one occurrence of it in a list. Every key is always present. */
@ApiSchema({ name: 'Event' })
export class EventDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({ example: 'harbor-lights-festival' })
  slug: string;

  @ApiProperty({ maxLength: 200, example: 'Harbor Lights Festival' })
  name: string;

  @ApiProperty({
    maxLength: 4000,
    type: String,
    nullable: true,
    example: 'Lanterns on the water, every Friday.',
  })
  description: string | null;

  @ApiProperty({ type: CategoryRefDto, nullable: true })
  category: CategoryRefDto | null;

  @ApiProperty({
    type: BusinessRefDto,
    nullable: true,
    description: 'Business that hosts the event, if it is in the directory.',
  })
  business: BusinessRefDto | null;

  @ApiProperty({ maxLength: 200, type: String, nullable: true, example: 'Bayfront Park' })
  venue: string | null;

  @ApiProperty({ type: AddressDto })
  address: AddressDto;

  @ApiProperty({ type: PointDto, nullable: true })
  location: PointDto | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: 'https://example.com/h' })
  website: string | null;

  @ApiProperty({
    format: 'date-time',
    example: '2026-07-11T00:00:00.000Z',
    description: 'Start of this occurrence in a list, otherwise of the first occurrence.',
  })
  startsAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-07-11T03:00:00.000Z' })
  endsAt: string;

  @ApiProperty({
    maxLength: MAX_RECURRENCE_LENGTH,
    type: String,
    nullable: true,
    example: 'FREQ=WEEKLY;BYDAY=FR;COUNT=8',
    description: 'Recurrence rule (RFC 5545, RRULE), evaluated in America/Chicago.',
  })
  recurrence: string | null;

  @ApiProperty({
    maxItems: 366,
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    example: [],
    description: 'Start times of canceled occurrences.',
  })
  excludedDates: string[];

  @ApiProperty({
    format: 'uri',
    example: 'https://directory.example.com/api/v1/events/harbor-lights-festival',
  })
  url: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-01T15:04:05.678Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:00:00.000Z' })
  updatedAt: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: null })
  removedAt: string | null;
}
