import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { DuplicatesController } from '../duplicates/duplicates.controller.js';
import { DuplicatesRepository } from '../duplicates/duplicates.repository.js';
import { DuplicatesService } from '../duplicates/duplicates.service.js';
import { ImportQueueService } from './import-queue.service.js';
import { ImportsController } from './imports.controller.js';
import { MatchController } from '../matching/match.controller.js';
import { MatchService } from '../matching/match.service.js';
import {
  AdminSourcesController,
  AttributionsController,
  BusinessSourcesController,
} from '../sources/sources.controller.js';
import { FileDownloader } from '../sources/fetching/file-downloader.js';
import { SourceFetcherService } from '../sources/fetching/source-fetcher.service.js';
import { SourceFetchesRepository } from '../sources/fetching/source-fetches.repository.js';
import { SourceEditor } from '../sources/source-editor.js';
import { SourcesRepository } from '../sources/sources.repository.js';
import { SourcesService } from '../sources/sources.service.js';
import { ImportRowsService } from './import-rows.service.js';
import { ImportLeasesService } from './import-leases.service.js';
import { ImportUndoService } from './import-undo.service.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';
import { UploadFolder } from './upload-folder.js';

/** Imports uploaded by admins, their sources, likely duplicates, and matching by the same rules. */
@Module({
  imports: [BusinessesModule, EditingModule],
  controllers: [
    ImportsController,
    AdminSourcesController,
    BusinessSourcesController,
    AttributionsController,
    MatchController,
    DuplicatesController,
  ],
  providers: [
    ImportsRepository,
    ImportsService,
    ImportLeasesService,
    ImportUndoService,
    ImportRowsService,
    ImportQueueService,
    SourcesRepository,
    SourcesService,
    SourceEditor,
    SourceFetcherService,
    SourceFetchesRepository,
    { provide: FileDownloader, useFactory: () => new FileDownloader() },
    MatchService,
    DuplicatesRepository,
    DuplicatesService,
    UploadFolder,
  ],
  exports: [SourcesRepository, SourcesService, ImportsService, MatchService],
})
export class ImportsModule {}
