import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest, onResponseHookHandler } from 'fastify';
import { Counter } from 'prom-client';
import type { Bottleneck } from '#libs/http/src/overload/overload.error.js';
import { logFieldsOf } from '#libs/http/src/request-id.js';
import { Metrics } from './metrics.js';

/** Milliseconds without a refusal after which an overload is over. */
const QUIET = 5_000;

const WHY: Record<Bottleneck, string> = {
  database: 'more database reads are waiting than can be served in time',
  database_deadline: 'the database does not respond in time',
  event_loop: 'more requests arrive than this process can handle in time',
};

interface Overload {
  refused: number;
  end: NodeJS.Timeout;
}

/** Counts requests refused because of an overload, and logs the start and end of each overload. */
@Injectable()
export class ShedRequests {
  private readonly logger = new Logger(ShedRequests.name);
  /** Current overloads, at most one for each bottleneck. */
  private readonly overloads = new Map<Bottleneck, Overload>();

  private readonly shed: Counter<'bottleneck'>;

  constructor(metrics: Metrics) {
    this.shed = new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 because of an overload, by bottleneck.',
      labelNames: ['bottleneck'],
      registers: [metrics.registry],
    });
    for (const bottleneck of Object.keys(WHY)) this.shed.labels(bottleneck).inc(0);
  }

  /** Hook that counts each refused request. */
  readonly count: onResponseHookHandler = (request, _reply, done) => {
    const { shedFor } = request.context;
    if (shedFor) {
      this.shed.labels(shedFor).inc();
      this.note(shedFor, request);
    }
    done();
  };

  private note(bottleneck: Bottleneck, request: FastifyRequest): void {
    const overload = this.overloads.get(bottleneck);
    if (overload) {
      overload.refused += 1;
      overload.end.refresh();
      return;
    }
    // Log the details of the first refused request, which may have caused the overload.
    this.logger.warn({
      ...logFieldsOf(request),
      message: `Refusing requests: ${WHY[bottleneck]}.`,
    });
    const end = setTimeout(() => this.end(bottleneck), QUIET).unref();
    this.overloads.set(bottleneck, { refused: 1, end });
  }

  private end(bottleneck: Bottleneck): void {
    const { refused } = this.overloads.get(bottleneck)!;
    this.overloads.delete(bottleneck);
    this.logger.warn(
      `Requests refused: ${refused}, because ${WHY[bottleneck]}. None in the last ${QUIET / 1000} s.`,
    );
  }
}
