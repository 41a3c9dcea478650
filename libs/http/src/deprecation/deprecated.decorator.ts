import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { ApiExtension } from '@nestjs/swagger';

/** Deprecation notice of an operation. */
export interface Deprecation {
  /** Day of deprecation, such as "2027-01-01". It may be in the future. */
  since: string;
  /** Earliest removal date, at least twelve months later. */
  sunset: string;
  /** Sentence that names the replacement. */
  instead: string;
}

/** OpenAPI extension that holds an operation's `Deprecation`. */
export const DEPRECATION_EXTENSION = 'x-deprecation';

/**
 * Marks an operation as deprecated: in the `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`
 * headers of its responses, in OpenAPI and on /developers. Keys that still call it are recorded.
 */
export const Deprecated = (deprecation: Deprecation): MethodDecorator =>
  applyDecorators(
    (_target: object, _name: unknown, { value }: PropertyDescriptor) => {
      const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, value as object) as object;
      RouteConfig({ ...config, deprecation })(value as never);
    },
    ApiExtension(DEPRECATION_EXTENSION, deprecation),
  );
