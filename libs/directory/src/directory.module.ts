import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.js';
import { DirectoryReadInterceptor } from './directory-read.interceptor.js';
import { DirectoryVersion } from './directory-version.js';
import { KeptAnswerGuard } from './kept-answer.guard.js';

/** What every read of the directory shares. */
@Global()
@Module({
  providers: [DirectoryVersion, AnswerCache, DirectoryReadInterceptor, KeptAnswerGuard],
  exports: [DirectoryVersion, AnswerCache, DirectoryReadInterceptor, KeptAnswerGuard],
})
export class DirectoryModule {}
