import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** Says of the operations that are for everybody that they are, rather than nothing. */
export function describeOpenOperations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) operation.security ??= [];
}
