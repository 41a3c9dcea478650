import { Global, Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { RequestMetrics } from './request-metrics.js';

/** What the program counts about itself, at `/metrics`. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, RequestMetrics],
  exports: [Metrics],
})
export class MetricsModule {}
