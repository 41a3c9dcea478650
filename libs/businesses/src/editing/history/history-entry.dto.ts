import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'HistoryEntry' })
export class HistoryEntryDto {
  @ApiProperty({
    format: 'uuid',
    example: '0193a620-5f1e-7d2c-8b3a-4c5d6e7f8091',
    description: 'That of the entry in the audit, or of the import.',
  })
  id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T19:04:10.000Z' })
  at: Date;

  @ApiProperty({
    example: 'Solveig Dahl',
    description: 'The name of the admin, or of whoever used the command line.',
  })
  by: string;

  @ApiProperty({
    example: 'Solveig Dahl changed the phone from +12185550147 to +12185550199.',
    description: 'What was done. Long texts are shortened; the audit has them in full.',
  })
  text: string;
}
