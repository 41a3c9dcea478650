import { Global, Module } from '@nestjs/common';
import { CachedResponseGuard } from './cached-response.guard.js';
import { DirectoryReadInterceptor } from './directory-read.interceptor.js';
import { ResponseCaches } from './response-cache.js';

/** Caches responses about the directory by directory version. */
@Global()
@Module({
  providers: [ResponseCaches, DirectoryReadInterceptor, CachedResponseGuard],
  exports: [ResponseCaches, DirectoryReadInterceptor, CachedResponseGuard],
})
export class ResponseCacheModule {}
