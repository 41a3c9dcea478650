import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { ImportLog } from './import-log.js';
import { ImportWorker } from './import-worker.js';
import { ImportsController } from './imports.controller.js';
import { UploadFolder } from './upload-folder.js';

/** Imports that admins send through the API. */
@Module({
  imports: [AdminModule],
  controllers: [ImportsController],
  providers: [ImportLog, ImportWorker, UploadFolder],
})
export class ImportsModule {}
