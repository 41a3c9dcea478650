import { ApiSchema, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { BusinessDto } from './business.dto.js';

/** Business with only its `id` and the requested fields. */
@ApiSchema({ name: 'SparseBusiness' })
export class SparseBusinessDto extends IntersectionType(
  PickType(BusinessDto, ['id']),
  PartialType(OmitType(BusinessDto, ['id'])),
) {}
