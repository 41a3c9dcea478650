import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { DealFinder } from './deal-finder.js';
import { DealsController } from './deals.controller.js';
import { AdminDealsController } from './editing/admin-deals.controller.js';
import { DealEditor } from './editing/deal-editor.js';
import { DealList } from './list/deal-list.js';

@Module({
  imports: [EditingModule],
  controllers: [DealsController, AdminDealsController],
  providers: [DealList, DealFinder, DealEditor],
})
export class DealsModule {}
