import { Module } from '@nestjs/common';
import { DrainingService } from './draining/draining.service.js';

/** State of the server that other modules need. */
@Module({
  providers: [DrainingService],
  exports: [DrainingService],
})
export class HttpModule {}
