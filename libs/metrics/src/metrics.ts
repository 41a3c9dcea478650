import { Injectable } from '@nestjs/common';
import cluster from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import { metricsOfAllWorkers } from './workers-metrics.js';

/** Where every part of the program registers what it counts, for Prometheus to collect. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor() {
    if (!cluster.isWorker) return;
    AggregatorRegistry.setRegistries(this.registry);
    // Answers the first process when that collects the workers' figures.
    new AggregatorRegistry();
  }

  /** All figures in Prometheus' text format, with several workers those of all together. */
  async text(): Promise<string> {
    return cluster.isWorker ? metricsOfAllWorkers() : this.registry.metrics();
  }
}
