import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { ApiExtension } from '@nestjs/swagger';

/** What is said of an operation that is to be used no more. */
export interface Deprecation {
  /** The day from which that is so, such as "2027-01-01"; it may lie ahead. */
  since: string;
  /** The day on which it ends, at the earliest twelve months later. */
  sunset: string;
  /** What to use in its place: a sentence. */
  instead: string;
}

/** The member of an operation in OpenAPI that holds its `Deprecation`. */
export const DEPRECATION_EXTENSION = 'x-deprecation';

/**
 * Declares that an operation is deprecated: its answers say so by `Deprecation` (RFC 9745), `Sunset`
 * (RFC 8594) and `Link`, its description in OpenAPI and /developers do, and who still calls it is
 * written down.
 */
export const Deprecated = (deprecation: Deprecation): MethodDecorator =>
  applyDecorators(
    (_target: object, _name: unknown, { value }: PropertyDescriptor) => {
      const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, value as object) as object;
      RouteConfig({ ...config, deprecation })(value as never);
    },
    ApiExtension(DEPRECATION_EXTENSION, deprecation),
  );
