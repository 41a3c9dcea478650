import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { LimitPerHour } from '../administration/key-changes.dto.js';

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
export class KeyRequestReceiptDto {
  @Field.id({ example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @Field.choice(['pending'], { example: 'pending' })
  status: 'pending';

  @Field.instant({ example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;
}
