import { applyDecorators, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { CachedResponseGuard } from './cached-response.guard.js';
import { DirectoryReadInterceptor } from './directory-read.interceptor.js';

/** A route that returns a `DirectoryRead`: conditional, compressed, with the caching headers. */
export const ReadsDirectory = () =>
  applyDecorators(
    UseGuards(CachedResponseGuard),
    UseInterceptors(DirectoryReadInterceptor),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of an answer that you hold: 304 when it is still good.',
      schema: { type: 'string' },
      example: '"42-q0Jx8uYh2XkTz1aB"',
    }),
    ApiResponse({ status: 304, description: 'The answer that you hold is still good. No body.' }),
  );
