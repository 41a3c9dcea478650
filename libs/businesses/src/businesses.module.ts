import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { PlacesModule } from '#libs/places/src/places.module.js';
import { BusinessLists } from './business-lists.js';
import { BusinessesController } from './businesses.controller.js';
import { BusinessesRepository } from './businesses.repository.js';
import { BusinessesService } from './businesses.service.js';
import { CategoriesInCitiesService } from './categories/categories-in-cities.service.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoriesRepository } from './categories/categories.repository.js';
import { CategoryFilters } from './categories/category-filters.service.js';
import { ListFilters } from './list/list-filters.service.js';
import { CategoriesService } from './categories/categories.service.js';
import { AdminCategoriesController } from './categories/editing/admin-categories.controller.js';
import { CategoryEditor } from './categories/editing/category-editor.js';
import { AdminBusinessesController } from './editing/admin-businesses.controller.js';
import { BusinessEditor } from './editing/business-editor.js';
import { BusinessHistoryService } from './editing/history/business-history.service.js';
import { BusinessSlugs } from './editing/business-slugs.js';
import { References } from './editing/references.js';
import { BusinessPagesService } from './formats/business-pages.service.js';
import { SearchMatches } from './search/search-matches.js';
import { SearchRepository } from './search/search.repository.js';
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
    BusinessesRepository,
    CategoriesRepository,
    References,
    SearchRepository,
    SearchMatches,
    BusinessLists,
    CategoriesInCitiesService,
    BusinessesService,
    BusinessPagesService,
    CategoriesService,
    CategoryFilters,
    ListFilters,
    BusinessEditor,
    BusinessHistoryService,
    BusinessSlugs,
    CategoryEditor,
    SynonymEditor,
  ],
  exports: [
    BusinessesRepository,
    References,
    SearchMatches,
    ListFilters,
    BusinessPagesService,
    BusinessEditor,
    BusinessesService,
    CategoriesService,
    CategoryFilters,
    CategoriesInCitiesService,
  ],
})
export class BusinessesModule {}
