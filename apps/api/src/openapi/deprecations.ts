import type { OpenAPIObject } from '@nestjs/swagger';
import { DEPRECATION_EXTENSION } from '#libs/http/src/deprecation/deprecated.decorator.js';
import { operationsOf } from './operations.js';

/** Marks deprecated operations. States when they end and what replaces them. */
export function describeDeprecations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const deprecation = operation[DEPRECATION_EXTENSION];
    if (!deprecation) continue;
    const { since, sunset, instead } = deprecation;
    operation.deprecated = true;
    operation.description = `Deprecated since ${since}, ends on ${sunset}. ${instead}\n\n${operation.description ?? ''}`;
  }
}
