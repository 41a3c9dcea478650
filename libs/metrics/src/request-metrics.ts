import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

/** Histogram buckets in seconds, from a cached response to the longest allowed request. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

/** Counts requests, measures their duration and reports the state of the listeners. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  /** Hook that counts and times each request. */
  readonly count: onResponseHookHandler;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly metrics: Metrics,
  ) {
    this.count = this.countRequests();
  }

  onModuleInit(): void {
    this.watchListeners(this.host.httpAdapter.getInstance<FastifyInstance>());
  }

  private countRequests(): onResponseHookHandler {
    const registers = [this.metrics.registry];
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests by status class of the response.',
      labelNames: ['status'],
      registers,
    });
    const byClass = [1, 2, 3, 4, 5].map((digit) => requests.labels(`${digit}xx`));
    // increase() misses the first request of a class if its series appears with it.
    for (const each of byClass) each.inc(0);
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its response, by route.',
      labelNames: ['route'],
      buckets: DURATIONS,
      registers,
    });
    /**
     * One entry for each route. Avoids the label lookup of prom-client, which builds a string for
     * each request.
     */
    const byRoute = new Map<string | undefined, Histogram.Internal<'route'>>();
    return ({ routeOptions: { url } }, reply, done) => {
      byClass[Math.floor(reply.statusCode / 100) - 1]?.inc();
      let ofRoute = byRoute.get(url);
      if (!ofRoute) byRoute.set(url, (ofRoute = durations.labels(url ?? '(no route)')));
      ofRoute.observe(reply.elapsedTime / 1_000);
      done();
    };
  }

  private watchListeners({ sharedByServers, unsentResponses }: FastifyInstance): void {
    const registers = [this.metrics.registry];
    const { connectionLimits, certificate } = sharedByServers;
    new Counter({
      name: 'http_connections_refused_total',
      help: 'Connections closed immediately because there were too many.',
      registers,
      collect() {
        this.reset();
        this.inc(connectionLimits.refused);
      },
    });
    new Counter({
      name: 'http_connections_closed_unread_total',
      help: 'Connections closed because their clients did not read the responses.',
      registers,
      collect() {
        this.reset();
        this.inc(unsentResponses.closed);
      },
    });
    new Gauge({
      name: 'http_unsent_bytes',
      help: 'Memory of responses that clients have not read yet.',
      registers,
      collect() {
        this.set(unsentResponses.bytes);
      },
    });
    if (!certificate) return;
    new Gauge({
      name: 'tls_certificate_expiry_timestamp_seconds',
      help: 'Expiry of the certificate in TLS_CERT_FILE, in Unix epoch seconds.',
      registers,
      aggregator: 'min',
      collect() {
        this.set(certificate.expiresAt.getTime() / 1_000);
      },
    });
  }
}
