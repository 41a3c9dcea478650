import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Length } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';

export class ListSynonymsQuery extends PageQuery {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 60,
    description: 'Returns synonyms that contain this text in one of their phrases.',
  })
  @IsOptional()
  @Length(1, 60, { message: 'q must have 1 to 60 characters.' })
  q?: string;
}
