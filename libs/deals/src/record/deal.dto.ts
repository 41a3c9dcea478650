import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { CategoryRefDto, BusinessRefDto } from '#libs/businesses/src/record/business.dto.js';

/** Temporary offer of a business. Every key is always present. */
@ApiSchema({ name: 'Deal' })
export class DealDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Field.slug({
    example: 'two-rolls-for-one',
    description: 'A former slug redirects to the current one.',
  })
  slug: string;

  @Field.text({ max: 200, example: 'Two rolls for one' })
  title: string;

  @Field.text({ max: 4000, nullable: true, example: 'Every weekday before nine.' })
  description: string | null;

  @Field.object(BusinessRefDto)
  business: BusinessRefDto;

  @Field.list(CategoryRefDto, { description: 'Categories of the business.' })
  categories: CategoryRefDto[];

  @Field.text({ max: 300, nullable: true, example: 'Duluth', description: 'City of the business.' })
  city: string | null;

  @Field.text({
    max: 100,
    nullable: true,
    example: 'ROLLS',
    description: 'Code to mention at the counter or to enter online.',
  })
  code: string | null;

  @Field.url({ nullable: true, example: 'https://example.com/d' })
  website: string | null;

  @Field.text({ max: 4000, nullable: true, example: 'One for each customer and day.' })
  terms: string | null;

  @Field.instant({ example: '2026-03-01T06:00:00.000Z' })
  startsAt: string;

  @Field.instant({
    nullable: true,
    example: '2026-04-01T05:00:00.000Z',
    description: 'End of the deal. Null means until further notice.',
  })
  endsAt: string | null;

  @Field.url({ example: 'https://directory.example.com/api/v1/deals/two-rolls-for-one' })
  url: string;

  @Field.instant({ example: '2026-02-20T15:04:05.678Z' })
  createdAt: string;

  @Field.instant({ example: '2026-02-21T09:00:00.000Z' })
  updatedAt: string;

  @Field.instant({ nullable: true, example: null })
  removedAt: string | null;
}

/** Returns the last valid moment, because `endsAt` is exclusive. */
export function lastMoment(endsAt: string): Date {
  return new Date(new Date(endsAt).getTime() - 1);
}
