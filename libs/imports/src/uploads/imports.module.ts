import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { ImportQueueService } from './import-queue.service.js';
import { ImportsController } from './imports.controller.js';
import { MatchController } from '../matching/match.controller.js';
import { MatchService } from '../matching/match.service.js';
import { AttributionsController } from '../sources/attributions.controller.js';
import { BusinessSourcesController } from '../sources/business-sources.controller.js';
import { SourcesService } from '../sources/sources.service.js';
import { ImportRowsService } from './import-rows.service.js';
import { ImportsService } from './imports.service.js';
import { UploadFolder } from './upload-folder.js';

/** Imports uploaded by admins, their sources, and matching by the same rules. */
@Module({
  imports: [AdminModule],
  controllers: [
    ImportsController,
    BusinessSourcesController,
    AttributionsController,
    MatchController,
  ],
  providers: [
    ImportsService,
    ImportRowsService,
    ImportQueueService,
    SourcesService,
    MatchService,
    UploadFolder,
  ],
  exports: [SourcesService, ImportsService],
})
export class ImportsModule {}
