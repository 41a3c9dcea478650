import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BUSINESS_STATUSES } from '../record/business-status.js';

const STATUS_FILTERS = [...BUSINESS_STATUSES, 'any'] as const;

export class ListBusinessesQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: STATUS_FILTERS,
    default: 'open',
    example: 'open',
    description: 'Which businesses to list by their status.',
  })
  @IsIn(STATUS_FILTERS, { message: `status must be one of ${STATUS_FILTERS.join(', ')}.` })
  status: (typeof STATUS_FILTERS)[number] = 'open';
}
