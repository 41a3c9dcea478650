import { Global, Module } from '@nestjs/common';
import { DirectoryVersion } from './directory-version.js';
import { DirectoryVersionRepository } from './directory-version.repository.js';

/** Provides the directory version to everything that reads or changes the directory. */
@Global()
@Module({
  providers: [DirectoryVersion, DirectoryVersionRepository],
  exports: [DirectoryVersion, DirectoryVersionRepository],
})
export class DirectoryModule {}
