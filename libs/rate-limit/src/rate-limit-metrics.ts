import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { RateLimitSubject } from '#libs/http/src/request-context.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import type { Verdict } from './key-verifier.js';
import { FixedWindowStorage } from './storage/fixed-window.storage.js';

@Injectable()
export class RateLimitMetrics {
  private readonly decisions: Record<RateLimitSubject['policy'], Record<Verdict, Counter.Internal>>;

  constructor({ registry }: Metrics, storage: FixedWindowStorage) {
    const decisions = new Counter({
      name: 'rate_limit_decisions_total',
      help: 'Requests that were counted or refused, by kind of budget.',
      labelNames: ['policy', 'decision'],
      registers: [registry],
    });
    const of = (policy: RateLimitSubject['policy']) => ({
      allowed: decisions.labels(policy, 'allowed'),
      refused: decisions.labels(policy, 'refused'),
    });
    this.decisions = {
      key: of('key'),
      address: of('address'),
      page: of('page'),
      file: of('file'),
      operator: of('operator'),
    };
    new Gauge({
      name: 'rate_limit_degraded',
      help: 'Number of processes that count locally because the shared store does not respond.',
      registers: [registry],
      collect() {
        this.set(Number(storage.isDegraded));
      },
    });
    new Gauge({
      name: 'rate_limit_store_seconds',
      help: 'Response time of the shared store at the last check; NaN without a store or a response.',
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.set(storage.latency ?? NaN);
      },
    });
  }

  decided({ policy }: RateLimitSubject, decision: Verdict): void {
    this.decisions[policy][decision].inc();
  }
}
