import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { KeyDto } from './key.dto.js';

interface KeyChangeOperation {
  operationId: string;
  summary: string;
  description: string;
  /** When it answers 409. */
  conflict: string;
}

/** Documents an operation that changes one key and answers it as it is then. */
export const ApiKeyChange = ({ conflict, ...operation }: KeyChangeOperation) =>
  applyDecorators(
    ApiOperation(operation),
    ApiParam({ name: 'id', format: 'uuid' }),
    ApiSuccess(KeyDto, { description: 'The key as it is now.' }),
    ApiResponse({ status: 404, description: 'There is no key with this id.' }),
    ApiResponse({ status: 409, description: conflict }),
  );
