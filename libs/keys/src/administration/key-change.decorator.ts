import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { KeyDto } from './key.dto.js';

interface KeyChangeOperation {
  summary: string;
  description: string;
  /** Description of the 409 response. */
  conflict: string;
}

/** Documents an operation that changes one key and returns the updated key. */
export const ApiKeyChange = ({ conflict, ...operation }: KeyChangeOperation) =>
  applyDecorators(
    ApiOperation(operation),
    ApiSuccess(KeyDto, { description: 'The updated key.' }),
    ApiResponse({ status: 404, description: 'No key has this id.' }),
    ApiResponse({ status: 409, description: conflict }),
  );
