import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { SurfaceName } from './surfaces.js';

/** Assigns all routes of a controller, including inherited ones, to a surface. */
export function Surface(surface: SurfaceName): ClassDecorator {
  return ({ prototype }) => {
    const methods = prototype as Record<string, object>;
    for (const name of new MetadataScanner().getAllMethodNames(methods)) {
      const method = methods[name]!;
      if (!Reflect.hasMetadata(PATH_METADATA, method)) continue;
      const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, method) as object;
      RouteConfig({ ...config, surface })(method as never);
    }
  };
}
