import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { Metrics } from './metrics.js';

/** Counts every answered request. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Answered requests, by the class of their status.',
      labelNames: ['status'],
      registers: [this.metrics.registry],
    });
    const byClass = [1, 2, 3, 4, 5].map((digit) => requests.labels(`${digit}xx`));
    this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .addHook('onResponse', (_request, reply, done) => {
        byClass[Math.floor(reply.statusCode / 100) - 1]?.inc();
        done();
      });
  }
}
