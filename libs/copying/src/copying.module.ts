import { Module } from '@nestjs/common';
import { HttpModule } from '#libs/http/src/http.module.js';
import { ChangesController } from './changes/changes.controller.js';
import { ChangesService } from './changes/changes.service.js';
import { ExportController } from './export/export.controller.js';
import { ExportsService } from './export/exports.service.js';

/** Endpoints to copy the whole directory and to keep the copy up to date. */
@Module({
  imports: [HttpModule],
  controllers: [ExportController, ChangesController],
  providers: [ExportsService, ChangesService],
})
export class CopyingModule {}
