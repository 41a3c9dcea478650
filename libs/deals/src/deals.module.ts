import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { PlacesModule } from '#libs/places/src/places.module.js';
import { DealsController } from './deals.controller.js';
import { DealsRepository } from './deals.repository.js';
import { AdminDealsController } from './editing/admin-deals.controller.js';
import { DealEditor } from './editing/deal-editor.js';
import { DealFilters } from './list/deal-filters.service.js';

@Module({
  imports: [EditingModule, BusinessesModule, PlacesModule],
  controllers: [DealsController, AdminDealsController],
  providers: [DealsRepository, DealFilters, DealEditor],
  exports: [DealsRepository, DealFilters, DealEditor],
})
export class DealsModule {}
