import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

const Count = (description: string) => Field.integer({ example: 120, description });

@ApiSchema({ name: 'Coverage' })
export class CoverageDto {
  @Field.text({
    nullable: true,
    example: 'Hennepin',
    description: 'County or source. Null for businesses without a county.',
  })
  name: string | null;

  @Count('Open businesses.')
  businesses: number;

  @Count('Of these, businesses with opening hours.')
  withHours: number;

  @Count('Of these, businesses whose exact location is known.')
  withExactPoint: number;

  @Count('Of these, businesses with a phone number.')
  withPhone: number;

  @Count('Of these, businesses that were confirmed within a year.')
  confirmed: number;
}

@ApiSchema({ name: 'AnsweredReports' })
export class AnsweredDto {
  @Count('Suggestions that were decided on within a year.')
  count: number;

  @Field.number({ nullable: true, example: 1.5, description: 'Null if there are none.' })
  medianDays: number | null;
}

@ApiSchema({ name: 'UnconfirmedBusiness' })
export class UnconfirmedDto {
  @Field.id()
  id: string;

  @Field.slug({ example: 'loon-lake-bakery-duluth' })
  slug: string;

  @Field.text({ max: 200, example: 'Loon Lake Bakery' })
  name: string;

  @Field.date({ nullable: true, example: '2024-05-01' })
  confirmedOn: string | null;
}

@ApiSchema({ name: 'Quality' })
export class QualityDto {
  @Field.instant({ description: 'Time of the counts, at most an hour ago.' })
  countedAt: string;

  @Field.list(CoverageDto, { max: 100 })
  counties: CoverageDto[];

  @Field.list(CoverageDto, {
    max: 1000,
    description: 'A business counts for each source that lists it.',
  })
  sources: CoverageDto[];

  @Field.object(AnsweredDto)
  reports: AnsweredDto;

  @Field.list(UnconfirmedDto, {
    max: 100,
    description: 'Businesses that were never confirmed, then those confirmed longest ago.',
  })
  unconfirmed: UnconfirmedDto[];
}
