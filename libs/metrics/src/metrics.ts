import { Injectable } from '@nestjs/common';
import cluster from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import { metricsOfAllWorkers } from './workers-metrics.js';

/** Registry for the metrics of all parts of the program. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    if (!cluster.isWorker) return;
    AggregatorRegistry.setRegistries(this.registry);
    // Replies to the primary process when it collects the metrics of the workers.
    new AggregatorRegistry();
  }

  /**
   * Returns all metrics in the Prometheus text format, aggregated over all workers if there are
   * several.
   */
  async text(): Promise<string> {
    return cluster.isWorker ? metricsOfAllWorkers() : this.registry.metrics();
  }
}
