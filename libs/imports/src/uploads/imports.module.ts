import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { ImportQueueService } from './import-queue.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { UploadFolder } from './upload-folder.js';

/** Imports that admins send through the API. */
@Module({
  imports: [AdminModule],
  controllers: [ImportsController],
  providers: [ImportsService, ImportQueueService, UploadFolder],
})
export class ImportsModule {}
