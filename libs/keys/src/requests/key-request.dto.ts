import { ApiSchema, PickType } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { LimitPerHour } from '../administration/key-changes.dto.js';
import { KeyRequestDto } from '../review/review.dto.js';

@ApiSchema({ name: 'NewKeyRequest' })
export class NewKeyRequestDto {
  @Field.text({ min: 1, max: 100, example: 'Astrid Lindqvist' })
  name: string;

  @Field.email({
    example: 'astrid@example.org',
    description:
      'Where the key will be sent. Addresses that differ only in a "+tag" count as the same address.',
  })
  email: string;

  @Field.text({ min: 1, max: 200, optional: true, example: 'North Shore Maps' })
  organization?: string;

  @Field.url({ optional: true, example: 'https://maps.example.org' })
  website?: string;

  @Field.text({
    min: 20,
    max: 4000,
    lines: true,
    example: 'A map of independent cafés along the North Shore, refreshed each night.',
    description: 'What you are building.',
  })
  project: string;

  @LimitPerHour({
    optional: true,
    description: 'Requests per hour that you expect to need. The default is 1000.',
  })
  expectedRequestsPerHour?: number;
}

@ApiSchema({ name: 'KeyRequestReceipt' })
export class KeyRequestReceiptDto extends PickType(KeyRequestDto, ['id', 'createdAt']) {
  @Field.choice(['pending'], { example: 'pending' })
  status: 'pending';
}
