import { Global, Module } from '@nestjs/common';
import { CachedResponseGuard } from './cached-response.guard.js';
import { ResponseCacheInterceptor } from './response-cache.interceptor.js';
import { ResponseCaches } from './response-cache.js';

/** Caches responses about the directory by directory version. */
@Global()
@Module({
  providers: [ResponseCaches, ResponseCacheInterceptor, CachedResponseGuard],
  exports: [ResponseCaches, ResponseCacheInterceptor, CachedResponseGuard],
})
export class ResponseCacheModule {}
