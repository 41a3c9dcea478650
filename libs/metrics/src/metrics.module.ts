import { Global, Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { ShedRequests } from './shed-requests.js';

/** Serves metrics of the program at `/metrics`. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Metrics, ProcessMetrics, RequestMetrics, ShedRequests],
  exports: [Metrics],
})
export class MetricsModule {}
