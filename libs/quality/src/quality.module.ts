import { Module } from '@nestjs/common';
import { QualityController } from './quality.controller.js';
import { QualityRepository } from './quality.repository.js';
import { QualityService } from './quality.service.js';

@Module({
  controllers: [QualityController],
  providers: [QualityService, QualityRepository],
  exports: [QualityService],
})
export class QualityModule {}
