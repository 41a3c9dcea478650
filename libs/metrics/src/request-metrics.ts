import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

/** In seconds: from an answer out of memory to the longest that a request may take. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

/** Counts every answered request and how long it took, and what its listeners have to tell. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    this.countRequests(fastify);
    this.watchListeners(fastify);
  }

  private countRequests(fastify: FastifyInstance): void {
    const registers = [this.metrics.registry];
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests, by the class of their status.',
      labelNames: ['status'],
      registers,
    });
    const byClass = [1, 2, 3, 4, 5].map((digit) => requests.labels(`${digit}xx`));
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the first byte of a request to the last of its answer, by route.',
      labelNames: ['route'],
      buckets: DURATIONS,
      registers,
    });
    /** As many as there are routes: looked up by hand, since prom-client makes a text of the labels. */
    const byRoute = new Map<string | undefined, Histogram.Internal<'route'>>();
    fastify.addHook('onResponse', ({ routeOptions: { url } }, reply, done) => {
      byClass[Math.floor(reply.statusCode / 100) - 1]?.inc();
      let ofRoute = byRoute.get(url);
      if (!ofRoute) byRoute.set(url, (ofRoute = durations.labels(url ?? '(no route)')));
      ofRoute.observe(reply.elapsedTime / 1_000);
      done();
    });
  }

  private watchListeners({ sharedByServers, unsentAnswers }: FastifyInstance): void {
    const registers = [this.metrics.registry];
    const { connectionLimits, certificate } = sharedByServers;
    new Counter({
      name: 'http_connections_refused_total',
      help: 'Connections that were closed at once because there were too many.',
      registers,
      collect() {
        this.reset();
        this.inc(connectionLimits.refused);
      },
    });
    new Counter({
      name: 'http_connections_closed_unread_total',
      help: 'Connections closed because their clients did not read the answers.',
      registers,
      collect() {
        this.reset();
        this.inc(unsentAnswers.closed);
      },
    });
    new Gauge({
      name: 'http_unsent_bytes',
      help: 'Memory of answers that clients have not read yet.',
      registers,
      collect() {
        this.set(unsentAnswers.bytes);
      },
    });
    if (!certificate) return;
    new Gauge({
      name: 'tls_certificate_expiry_timestamp_seconds',
      help: 'When the certificate of TLS_CERT_FILE expires, in Unix epoch seconds.',
      registers,
      aggregator: 'min',
      collect() {
        this.set(certificate.expiresAt.getTime() / 1_000);
      },
    });
  }
}
