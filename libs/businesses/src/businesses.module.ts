import { Module } from '@nestjs/common';
import { BusinessFinder } from './business-finder.js';
import { BusinessesController } from './businesses.controller.js';
import { BusinessList } from './list/business-list.js';

@Module({
  controllers: [BusinessesController],
  providers: [BusinessList, BusinessFinder],
})
export class BusinessesModule {}
