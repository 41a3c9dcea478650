import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { freeSpaceOf } from '#libs/config/src/data-dir.js';
import { Environment } from '#libs/config/src/environment.js';
import { Metrics } from './metrics.js';

/**
 * Reports the free disk space for the embedded database, outgoing emails and uploads. Reads it on
 * each scrape.
 */
@Injectable()
export class DiskMetrics {
  constructor({ registry }: Metrics, { DATA_DIR }: Environment) {
    new Gauge({
      name: 'data_dir_free_bytes',
      help: 'Free bytes on the file system of DATA_DIR.',
      registers: [registry],
      // Workers share the disk, so their values must not be added up.
      aggregator: 'min',
      async collect() {
        this.set(await freeSpaceOf(DATA_DIR).catch(() => NaN));
      },
    });
  }
}
