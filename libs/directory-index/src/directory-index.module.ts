import { Global, Module } from '@nestjs/common';
import { DirectoryIndex } from './directory-index.js';

/** Provides the index of all businesses, which every list and count reads. */
@Global()
@Module({ providers: [DirectoryIndex], exports: [DirectoryIndex] })
export class DirectoryIndexModule {}
