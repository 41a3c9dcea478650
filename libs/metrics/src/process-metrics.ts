import { Injectable, type OnModuleInit } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { VERSION } from '#libs/config/src/version.js';
import { Metrics } from './metrics.js';

/**
 * Reports the build version and the metrics of the process: memory, event loop delay, CPU time,
 * garbage collection.
 */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  constructor(private readonly metrics: Metrics) {}

  onModuleInit(): void {
    const { registry } = this.metrics;
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'build_info',
      help: 'Always 1. The labels contain the version of the program and of Node.',
      labelNames: ['version', 'node'],
      registers: [registry],
      aggregator: 'first',
    })
      .labels(VERSION, process.version)
      .set(1);
  }
}
