import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type Deprecation,
  type DEPRECATION_EXTENSION,
} from '#libs/http/src/deprecation/deprecated.decorator.js';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']> & { [DEPRECATION_EXTENSION]?: Deprecation };
export type ResponseObject = Exclude<Operation['responses'][string], undefined | { $ref: string }>;

export interface NamedOperation {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const;

export function operationsOf(document: OpenAPIObject): NamedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}
