import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { SearchMatches } from '#libs/businesses/src/search/search-matches.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { ResponseCaches } from '#libs/response-cache/src/response-cache.js';

/** Exports the size and hit rate of the caches, and the version of the directory. */
@Injectable()
export class CacheMetrics {
  constructor(
    { registry }: Metrics,
    { api, pages }: ResponseCaches,
    searches: SearchMatches,
    version: DirectoryVersion,
  ) {
    const registers = [registry];
    const caches = Object.entries({ api, pages, searches });
    new Gauge({
      name: 'cache_bytes',
      help: 'Bytes held by a cache: API responses, web pages, or matches of searches.',
      labelNames: ['cache'],
      registers,
      collect() {
        for (const [name, { size }] of caches) this.labels(name).set(size.bytes);
      },
    });
    new Counter({
      name: 'cache_lookups_total',
      help: 'Cache lookups by result.',
      labelNames: ['cache', 'result'],
      registers,
      collect() {
        this.reset();
        for (const [name, { lookups }] of caches) {
          this.labels(name, 'hit').inc(lookups.hits);
          this.labels(name, 'miss').inc(lookups.misses);
        }
      },
    });
    new Gauge({
      name: 'directory_version',
      help: 'Version of the directory that was read last. Every change increases it.',
      registers,
      aggregator: 'max',
      collect() {
        if (version.lastRead !== undefined) this.set(Number(version.lastRead));
      },
    });
  }
}
