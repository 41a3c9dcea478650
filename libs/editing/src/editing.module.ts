import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { DirectoryEdits } from './directory-edits.js';

/** Shared parts of the admin API for editing the directory. */
@Module({
  imports: [AdminModule],
  providers: [DirectoryEdits],
  exports: [DirectoryEdits, AdminModule],
})
export class EditingModule {}
