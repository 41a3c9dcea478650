import { IsOptional, IsString } from 'class-validator';
import { Field, IntegerParameter } from '#libs/http/src/validation/field.js';

/** Parameters or form of the endpoint. Each value is JSON, which `readQueries` and others read. */
export class ReconciliationInput {
  @IsOptional()
  @IsString()
  queries?: string;

  @IsOptional()
  @IsString()
  extend?: string;
}

export class SuggestQuery {
  @Field.text({ max: 200 })
  prefix: string = '';

  @IntegerParameter({ min: 0, max: 1_000, default: 0 })
  cursor: number = 0;
}

export class ExtensionProposalQuery {
  @Field.text({ max: 100 })
  type: string = '';

  @IntegerParameter({ min: 1, max: 1_000, optional: true })
  limit?: number;
}
