import { Global, Module } from '@nestjs/common';
import { DirectoryVersion } from './directory-version.js';
import { DirectoryRepository } from './directory.repository.js';

/** Provides the directory version to everything that reads or changes the directory. */
@Global()
@Module({
  providers: [DirectoryVersion, DirectoryRepository],
  exports: [DirectoryVersion, DirectoryRepository],
})
export class DirectoryModule {}
