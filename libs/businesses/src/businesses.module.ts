import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { PlacesModule } from '#libs/places/src/places.module.js';
import { AddressesService } from './addresses/addresses.service.js';
import { BusinessAttributes } from './attributes/business-attributes.js';
import { CategoriesInCitiesService } from './attributes/categories-in-cities.service.js';
import { ClustersService } from './attributes/clusters.service.js';
import { FacetsService } from './attributes/facets.service.js';
import { ListPasses } from './attributes/list-passes.js';
import { NearestService } from './attributes/nearest.service.js';
import { BusinessesController } from './businesses.controller.js';
import { BusinessesService } from './businesses.service.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoryFilters } from './categories/category-filters.service.js';
import { BusinessFilters } from './list/business-filters.service.js';
import { CategoriesService } from './categories/categories.service.js';
import { AdminCategoriesController } from './categories/editing/admin-categories.controller.js';
import { CategoryEditor } from './categories/editing/category-editor.js';
import { AdminBusinessesController } from './editing/admin-businesses.controller.js';
import { BusinessEditor } from './editing/business-editor.js';
import { BusinessHistoryService } from './editing/history/business-history.service.js';
import { BusinessSlugs } from './editing/business-slugs.js';
import { BusinessPagesService } from './formats/business-pages.service.js';
import { ResultSetCache } from './list/result-set-cache.js';
import { AdminSynonymsController } from './search/synonyms/admin-synonyms.controller.js';
import { SynonymEditor } from './search/synonyms/synonym-editor.js';

@Module({
  imports: [EditingModule, PlacesModule],
  controllers: [
    BusinessesController,
    CategoriesController,
    AdminBusinessesController,
    AdminCategoriesController,
    AdminSynonymsController,
  ],
  providers: [
    ResultSetCache,
    BusinessAttributes,
    ListPasses,
    FacetsService,
    CategoriesInCitiesService,
    ClustersService,
    NearestService,
    BusinessesService,
    BusinessPagesService,
    AddressesService,
    CategoriesService,
    CategoryFilters,
    BusinessFilters,
    BusinessEditor,
    BusinessHistoryService,
    BusinessSlugs,
    CategoryEditor,
    SynonymEditor,
  ],
  exports: [
    ResultSetCache,
    BusinessPagesService,
    BusinessEditor,
    BusinessesService,
    AddressesService,
    CategoriesService,
    CategoryFilters,
    FacetsService,
    CategoriesInCitiesService,
    ClustersService,
    NearestService,
  ],
})
export class BusinessesModule {}
