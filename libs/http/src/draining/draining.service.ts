import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { streamOf } from '../listeners/stream-of.js';
import { announceEnd, closeServers, UNDER_WAY_MS } from './close-servers.js';

/**
 * Tracks shutdown of this process: requests in flight are completed, and new ones should go to another
 * process.
 */
@Injectable()
export class DrainingService {
  private hasBegun = false;
  private end: Promise<void> | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  /** Hook that closes each connection after its response once draining has begun. */
  readonly closeConnections: onSendHookHandler = ({ raw }, reply, payload, done) => {
    if (this.hasBegun) {
      const stream = streamOf(raw);
      if (!stream) void reply.header('Connection', 'close');
      else if (stream.session) announceEnd(stream.session);
    }
    done(null, payload);
  };

  get isDraining(): boolean {
    return this.hasBegun;
  }

  /** Resolves when the time for in-flight requests is over. The first access starts the timer. */
  get timeIsUp(): Promise<void> {
    return (this.end ??= delay(UNDER_WAY_MS, undefined, { ref: false }));
  }

  /** Starts draining: `/health/ready` returns 503, and each response closes its connection. */
  begin(): void {
    this.hasBegun = true;
  }

  /** Stops listening, and resolves when all in-flight requests are completed or cut off. */
  async finish(): Promise<void> {
    void this.timeIsUp;
    await closeServers(this.fastify.servers);
  }

  private get fastify(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }
}
