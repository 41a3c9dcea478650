import { Injectable, type OnModuleInit } from '@nestjs/common';
import { totalmem } from 'node:os';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { freeSpaceOf } from '#libs/config/src/data-dir.js';
import { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
import { Metrics } from './metrics.js';

/**
 * Interval between samples of the event loop in milliseconds, which the values include. The default,
 * 10 ms, would cause most wakeups of an idle server.
 */
const LAG_SAMPLE_MS = 50;
const EVENT_LOOP_DELAY = 'nodejs_eventloop_lag_p99_seconds';

/**
 * Reports the build version and the metrics of the process: memory and its limit, event loop delay,
 * CPU time, garbage collection; and the free disk space.
 */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    const { registry } = this.metrics;
    const { DATA_DIR } = this.environment;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
    // Idle workers must not hide a blocked one, as their average would.
    Object.assign(registry.getSingleMetric(EVENT_LOOP_DELAY)!, { aggregator: 'max' });
    new Gauge({
      name: 'process_memory_limit_bytes',
      help: 'Memory that the process may use: the limit of its container or unit, or of the machine.',
      registers: [registry],
      // Workers share the limit, so their values must not be added up.
      aggregator: 'min',
    }).set(Math.min(process.constrainedMemory() || Infinity, totalmem()));
    new Gauge({
      name: 'data_dir_free_bytes',
      help: 'Free bytes on the file system of DATA_DIR.',
      registers: [registry],
      // Workers share the disk, too.
      aggregator: 'min',
      async collect() {
        this.set(await freeSpaceOf(DATA_DIR).catch(() => NaN));
      },
    });
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
