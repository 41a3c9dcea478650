import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { EditTransactions, EditorTools } from './edit-transactions.js';

/** Shared parts of the admin API for editing the directory. */
@Module({
  imports: [AdminModule],
  providers: [EditTransactions, EditorTools],
  exports: [EditTransactions, EditorTools, AdminModule],
})
export class EditingModule {}
