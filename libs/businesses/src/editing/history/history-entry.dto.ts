import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';

@ApiSchema({ name: 'HistoryEntry' })
export class HistoryEntryDto {
  @Field.id({
    example: '0193a620-5f1e-7d2c-8b3a-4c5d6e7f8091',
    description: 'Id of the audit entry or of the import.',
  })
  id: string;

  @Field.instant({ example: '2026-11-20T19:04:10.000Z' })
  at: Date;

  @Field.text({
    example: 'Solveig Dahl',
    description: 'Name of the admin, or of the person who used the command line.',
  })
  by: string;

  @Field.text({
    example: 'Solveig Dahl changed the phone from +12185550147 to +12185550199.',
    description:
      'Description of the action. Long texts are shortened; the audit log has them in full.',
  })
  text: string;
}
