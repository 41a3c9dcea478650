import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { EditTransactions } from './edit-transactions.js';

/** Shared parts of the admin API for editing the directory. */
@Module({
  imports: [AdminModule],
  providers: [EditTransactions],
  exports: [EditTransactions, AdminModule],
})
export class EditingModule {}
