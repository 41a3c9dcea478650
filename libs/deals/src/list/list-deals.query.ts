import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { ChoicesParameter } from '#libs/http/src/validation/choices.decorator.js';
import {
  InstantParameter,
  MAX_INSTANT_LENGTH,
} from '#libs/http/src/validation/instant.decorator.js';

export class ListDealsQuery extends PageQuery {
  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_INSTANT_LENGTH,
    default: 'now',
    example: 'now',
    description: 'Returns only deals valid at this time: `now`, or an instant (RFC 3339).',
  })
  @InstantParameter('now')
  at: Date | 'now' = 'now';

  @ApiPropertyOptional({
    example: ['northern-lantern-cafe-minneapolis'],
    description: 'Ids or slugs of businesses.',
  })
  @IsOptional()
  @ChoicesParameter()
  business?: string[];

  @ApiPropertyOptional({
    example: ['bakery', 'cafe'],
    description: 'Slugs of categories of the businesses. Includes their subcategories.',
  })
  @IsOptional()
  @ChoicesParameter()
  category?: string[];

  @ApiPropertyOptional({
    example: ['Duluth', 'St. Paul'],
    description: 'Cities of the businesses, by name or slug.',
  })
  @IsOptional()
  @ChoicesParameter()
  city?: string[];
}
