import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.js';
import { DirectoryReadInterceptor } from './directory-read.interceptor.js';
import { DirectoryVersion } from './directory-version.js';

/** What every read of the directory shares. */
@Global()
@Module({
  providers: [DirectoryVersion, AnswerCache, DirectoryReadInterceptor],
  exports: [DirectoryVersion, AnswerCache, DirectoryReadInterceptor],
})
export class DirectoryModule {}
