import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';

@ApiSchema({ name: 'County' })
export class CountyDto {
  @Field.slug({
    example: 'saint-louis',
    description: 'Value for the `county` parameter of searches.',
  })
  slug: string;

  @Field.text({ max: 100, example: 'St. Louis', description: 'Most frequent spelling.' })
  name: string;

  @Field.url({ example: 'https://directory.example.com/api/v1/counties/saint-louis' })
  url: string;

  @Field.integer({ example: 4210, description: 'Number of open businesses.' })
  businessCount: number;
}

@ApiSchema({ name: 'City' })
export class CityDto {
  @Field.slug({ example: 'duluth', description: 'Value for the `city` parameter of searches.' })
  slug: string;

  @Field.text({ max: 300, example: 'Duluth', description: 'Most frequent spelling.' })
  name: string;

  @Field.text({
    max: 100,
    nullable: true,
    example: 'St. Louis',
    description: 'County of most of its businesses.',
  })
  county: string | null;

  @Field.url({ example: 'https://directory.example.com/api/v1/cities/duluth' })
  url: string;

  @Field.integer({ example: 2913, description: 'Number of open businesses.' })
  businessCount: number;
}

export class ListCitiesQuery extends PageQuery {
  @ChoicesParameter({
    example: ['Hennepin', 'St. Louis'],
    description: 'Returns only cities with businesses in these counties, given by name or slug.',
  })
  county?: string[];
}
