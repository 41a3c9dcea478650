import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { DirectoryEdits } from './directory-edits.js';

/** What all editing of the directory by admins shares. */
@Module({
  imports: [AdminModule],
  providers: [DirectoryEdits],
  exports: [DirectoryEdits, AdminModule],
})
export class EditingModule {}
