import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { ImportsModule } from '#libs/imports/src/uploads/imports.module.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Matches columns of OpenRefine and similar tools with the directory. */
@Module({
  imports: [BusinessesModule, ImportsModule],
  controllers: [ReconciliationController],
  providers: [ReconciliationService],
})
export class ReconciliationModule {}
