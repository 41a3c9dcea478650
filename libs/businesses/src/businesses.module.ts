import { Module } from '@nestjs/common';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { BusinessFinder } from './business-finder.js';
import { BusinessesController } from './businesses.controller.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoryTree } from './categories/category-tree.js';
import { AdminCategoriesController } from './categories/editing/admin-categories.controller.js';
import { CategoryEditor } from './categories/editing/category-editor.js';
import { AdminBusinessesController } from './editing/admin-businesses.controller.js';
import { BusinessEditor } from './editing/business-editor.js';
import { BusinessSlugs } from './editing/business-slugs.js';
import { BusinessList } from './list/business-list.js';
import { KeptLists } from './list/kept-lists.js';

@Module({
  imports: [EditingModule],
  controllers: [
    BusinessesController,
    CategoriesController,
    AdminBusinessesController,
    AdminCategoriesController,
  ],
  providers: [
    BusinessList,
    KeptLists,
    BusinessFinder,
    CategoryTree,
    BusinessEditor,
    BusinessSlugs,
    CategoryEditor,
  ],
})
export class BusinessesModule {}
