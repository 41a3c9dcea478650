import { Global, Module } from '@nestjs/common';
import { DirectoryIndex } from './directory-index.js';
import { IndexFile } from './index-file.js';

/** Provides the index of all businesses, which every list and count reads. */
@Global()
@Module({ providers: [DirectoryIndex, IndexFile], exports: [DirectoryIndex] })
export class DirectoryIndexModule {}
