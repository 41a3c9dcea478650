import { ApiSchema, PickType } from '@nestjs/swagger';
import { KeyRequestDto } from '../review/review.dto.js';

@ApiSchema({ name: 'KeyRequestProgress' })
export class KeyRequestProgressDto extends PickType(KeyRequestDto, [
  'id',
  'status',
  'reason',
  'createdAt',
  'decidedAt',
]) {}
