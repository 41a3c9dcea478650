import { applyDecorators, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
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
