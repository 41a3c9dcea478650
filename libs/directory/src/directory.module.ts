import { Global, Module } from '@nestjs/common';
import { DirectoryVersion } from './directory-version.js';

/** Provides the directory version to everything that reads or changes the directory. */
@Global()
@Module({ providers: [DirectoryVersion], exports: [DirectoryVersion] })
export class DirectoryModule {}
