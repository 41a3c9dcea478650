import { Module } from '@nestjs/common';
import { BusinessFinder } from './business-finder.js';
import { BusinessesController } from './businesses.controller.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoryTree } from './categories/category-tree.js';
import { BusinessList } from './list/business-list.js';

@Module({
  controllers: [BusinessesController, CategoriesController],
  providers: [BusinessList, BusinessFinder, CategoryTree],
})
export class BusinessesModule {}
