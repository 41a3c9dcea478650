import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Email } from '#libs/http/src/validation/email.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { WebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import { IsLimitPerHour } from '../limit-per-hour.js';

@ApiSchema({ name: 'NewKeyRequest' })
export class NewKeyRequestDto {
  @ApiProperty({ minLength: 1, maxLength: 100, example: 'Astrid Lindqvist' })
  @Text({ min: 1, max: 100 })
  name: string;

  @ApiProperty({
    format: 'email',
    maxLength: 254,
    example: 'astrid@example.org',
    description:
      'Where the key will be sent. Addresses that differ only in a "+tag" count as the same address.',
  })
  @Email()
  email: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: 200, example: 'North Shore Maps' })
  @IsOptional()
  @Text({ min: 1, max: 200 })
  organization?: string;

  @ApiPropertyOptional({ format: 'uri', maxLength: 2048, example: 'https://maps.example.org' })
  @IsOptional()
  @WebAddress()
  website?: string;

  @ApiProperty({
    minLength: 20,
    maxLength: 4000,
    example: 'A map of independent cafés along the North Shore, refreshed each night.',
    description: 'What you are building.',
  })
  @Text({ min: 20, max: 4000, lines: true })
  project: string;

  @IsOptional()
  @IsLimitPerHour({
    description: 'Requests per hour that you expect to need. The default is 1000.',
  })
  expectedRequestsPerHour?: number;
}

@ApiSchema({ name: 'KeyRequestReceipt' })
export class KeyRequestReceiptDto {
  @ApiProperty({ format: 'uuid', example: '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12' })
  id: string;

  @ApiProperty({ enum: ['pending'], example: 'pending' })
  status: 'pending';

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:30:00.000Z' })
  createdAt: Date;
}
