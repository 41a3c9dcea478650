import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { AddressDto } from '#libs/businesses/src/record/address.dto.js';
import { CategoryRefDto, BusinessRefDto } from '#libs/businesses/src/record/business.dto.js';
import { LocationDto } from '#libs/businesses/src/record/location.dto.js';
import { MAX_RECURRENCE_LENGTH } from '../recurrence/rule-text.js';

/** An event, or one occurrence of it in a list. Every key is always present. */
@ApiSchema({ name: 'Event' })
export class EventDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({
    example: 'harbor-lights-festival',
    description: 'A former slug redirects to the current one.',
  })
  slug: string;

  @Field.text({ max: 200, example: 'Harbor Lights Festival' })
  name: string;

  @Field.text({ max: 4000, nullable: true, example: 'Lanterns on the water, every Friday.' })
  description: string | null;

  @Field.list(CategoryRefDto, {
    max: 1,
    description: 'Categories that the list is filtered by: `category`, if there is one.',
  })
  categories: CategoryRefDto[];

  @Field.object(CategoryRefDto, { nullable: true })
  category: CategoryRefDto | null;

  @Field.object(BusinessRefDto, {
    nullable: true,
    description: 'Business that hosts the event, if it is in the directory.',
  })
  business: BusinessRefDto | null;

  @Field.text({ max: 200, nullable: true, example: 'Bayfront Park' })
  venue: string | null;

  @Field.text({ max: 300, nullable: true, example: 'Duluth', description: 'City of `address`.' })
  city: string | null;

  @Field.object(AddressDto)
  address: AddressDto;

  @Field.object(LocationDto, { nullable: true })
  location: LocationDto | null;

  @Field.url({ nullable: true, example: 'https://example.com/h' })
  website: string | null;

  @Field.flag({
    nullable: true,
    example: true,
    description: 'Whether admission is free, null if unknown.',
  })
  isFree: boolean | null;

  @Field.instant({
    example: '2026-07-11T00:00:00.000Z',
    description: 'Start of this occurrence in a list, otherwise of the first occurrence.',
  })
  startsAt: string;

  @Field.instant({ example: '2026-07-11T03:00:00.000Z' })
  endsAt: string;

  @Field.text({
    max: MAX_RECURRENCE_LENGTH,
    nullable: true,
    example: 'FREQ=WEEKLY;BYDAY=FR;COUNT=8',
    description: 'Recurrence rule (RFC 5545, RRULE), evaluated in America/Chicago.',
  })
  recurrence: string | null;

  @Field.instants({ max: 366, example: [], description: 'Start times of canceled occurrences.' })
  excludedDates: string[];

  @Field.url({ example: 'https://directory.example.com/api/v1/events/harbor-lights-festival' })
  url: string;

  @Field.instant({ example: '2026-03-01T15:04:05.678Z' })
  createdAt: string;

  @Field.instant({ example: '2026-03-02T09:00:00.000Z' })
  updatedAt: string;

  @Field.instant({ nullable: true, example: null })
  removedAt: string | null;
}
