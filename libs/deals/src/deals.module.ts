import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { DealsController } from './deals.controller.js';
import { DealsService } from './deals.service.js';
import { AdminDealsController } from './editing/admin-deals.controller.js';
import { DealEditor } from './editing/deal-editor.js';

@Module({
  imports: [EditingModule],
  controllers: [DealsController, AdminDealsController],
  providers: [DealsService, DealEditor],
  exports: [DealsService],
})
export class DealsModule {}
