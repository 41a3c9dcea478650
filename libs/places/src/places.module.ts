import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { PlaceFilters } from './place-filters.service.js';
import { PlacesController } from './places.controller.js';
import { PlacesRepository } from './places.repository.js';
import { PlacesService } from './places.service.js';
import { AdminRegionsController } from './regions/admin-regions.controller.js';
import { RegionEditor } from './regions/region-editor.js';
import { RegionsRepository } from './regions/regions.repository.js';

@Module({
  imports: [EditingModule],
  controllers: [PlacesController, AdminRegionsController],
  providers: [PlacesRepository, PlacesService, PlaceFilters, RegionsRepository, RegionEditor],
  exports: [PlacesService, PlaceFilters],
})
export class PlacesModule {}
