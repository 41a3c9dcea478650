import { Injectable, type OnModuleInit } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { VERSION } from '#libs/config/src/version.js';
import { Metrics } from './metrics.js';

/** What runs, and how it fares: memory, the event loop's delay, processor time, garbage collection. */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  constructor(private readonly metrics: Metrics) {}

  onModuleInit(): void {
    const { registry } = this.metrics;
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'build_info',
      help: 'Always 1; the labels say which version of the program runs, and on which version of Node.',
      labelNames: ['version', 'node'],
      registers: [registry],
      aggregator: 'first',
    })
      .labels(VERSION, process.version)
      .set(1);
  }
}
