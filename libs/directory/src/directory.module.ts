import { Global, Module } from '@nestjs/common';
import { DirectoryReadInterceptor } from './directory-read.interceptor.js';
import { DirectoryVersion } from './directory-version.js';

/** What every read of the directory shares. */
@Global()
@Module({
  providers: [DirectoryVersion, DirectoryReadInterceptor],
  exports: [DirectoryVersion, DirectoryReadInterceptor],
})
export class DirectoryModule {}
