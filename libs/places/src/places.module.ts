import { Module } from '@nestjs/common';
import { PlaceFilters } from './place-filters.service.js';
import { PlacesController } from './places.controller.js';
import { PlacesRepository } from './places.repository.js';
import { PlacesService } from './places.service.js';

@Module({
  controllers: [PlacesController],
  providers: [PlacesRepository, PlacesService, PlaceFilters],
  exports: [PlacesService, PlaceFilters],
})
export class PlacesModule {}
