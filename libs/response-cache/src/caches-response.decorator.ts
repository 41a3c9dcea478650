import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '#libs/http/src/access.js';
import { CachedResponseGuard } from './cached-response.guard.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';

/**
 * Marks a route that returns a `CacheableRead`. Adds caching, conditional requests and compression.
 */
export const CachesResponse = () =>
  applyDecorators(
    UseGuards(CachedResponseGuard),
    UseInterceptors(ResponseCacheInterceptor),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of your cached response. The response is 304 if that is still current.',
      schema: { type: 'string' },
      example: '"42-q0Jx8uYh2XkTz1aB"',
    }),
    ApiResponse({ status: 304, description: 'Your cached response is still current. No body.' }),
  );

/** Declares a controller whose routes require a key and return cached reads. */
export const DirectoryController = (path: string, tag: string) =>
  applyDecorators(Controller(path), ApiTags(tag), RequiresKey(), CachesResponse());
