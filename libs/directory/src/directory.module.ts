import { Global, Module } from '@nestjs/common';
import { DirectoryVersion } from './directory-version.js';

/** What everything that reads or changes the directory shares. */
@Global()
@Module({ providers: [DirectoryVersion], exports: [DirectoryVersion] })
export class DirectoryModule {}
