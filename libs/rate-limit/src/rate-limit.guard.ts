import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { accessOf } from '#libs/http/src/access.guard.js';
import { replyOf, requestOf } from '#libs/http/src/exchange.js';
import { isApiRequest } from './api-request.js';
import { type Caller, CallerIdentifier } from './caller.js';
import { type Figures, figuresOf, writeHeaders } from './figures.js';
import { KeyUsageObserver } from './key-usage-observer.js';
import { WINDOW_MS } from './limits.js';
import { RateLimitMetrics } from './rate-limit-metrics.js';
import { rateLimited } from './rate-limited.js';
import { type FixedWindowRecord, FixedWindowStorage } from './storage/fixed-window.storage.js';
import { UNCOUNTED } from './uncounted.decorator.js';

/** The limit of a hit that only reads. */
const COUNT_NOTHING = 0;

/**
 * Identifies a request's caller, counts the request, writes the figures onto the reply, and only
 * then judges: so each answer carries them, whatever comes of the request.
 *
 * The stock guard counts per route, for matched routes only, and sends its headers only with
 * success. This one keeps one budget per caller, and requests that fail before any guard runs are
 * brought to `count` by `RateLimitErrorFilter`.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  declare protected readonly storageService: FixedWindowStorage;

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: FixedWindowStorage,
    reflector: Reflector,
    private readonly callers: CallerIdentifier,
    private readonly clock: Clock,
    private readonly metrics: RateLimitMetrics,
    private readonly usage: KeyUsageObserver,
  ) {
    super(options, storage, reflector);
  }

  /** @throws ApiError `rate_limited`; else, where the route needs a valid key, why there is none */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const reply = replyOf(context);
    const needsKey = accessOf(this.reflector, context) === 'key';
    if (!needsKey && !isApiRequest(request)) return true;

    const caller = await this.callers.identify(request);
    const isFree =
      !caller.refusal && this.reflector.get<true | undefined>(UNCOUNTED, context.getHandler());
    await (isFree ? this.show(caller, request, reply) : this.charge(caller, request, reply));
    if (needsKey && caller.refusal) throw caller.refusal;
    return true;
  }

  /**
   * Counts a request that `canActivate` did not see.
   *
   * @throws ApiError `rate_limited`
   */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.charge(await this.callers.identify(request), request, reply);
  }

  /** Writes the figures of a request's caller onto its reply, without counting. */
  async peek(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.show(await this.callers.identify(request), request, reply);
  }

  private async charge(caller: Caller, request: FastifyRequest, reply: FastifyReply) {
    if (caller.unidentified) return this.show(caller, request, reply);
    const record = await this.increment(caller.bucket, caller.limitPerHour);
    const figures = tell(figuresOf(caller, record), request, reply);
    const verdict = record.isBlocked ? 'refused' : 'allowed';
    this.metrics.decided(caller, verdict);
    if (request.apiKey) this.usage.record(request.apiKey.id, verdict);
    if (record.isBlocked) throw rateLimited(figures);
  }

  private async show(caller: Caller, request: FastifyRequest, reply: FastifyReply) {
    const record = await this.increment(caller.bucket, COUNT_NOTHING);
    tell(figuresOf(caller, record), request, reply);
  }

  /** A storage that fails is no reason to refuse a request: it is served as the first of a window. */
  private async increment(bucket: string, limit: number): Promise<FixedWindowRecord> {
    try {
      return await this.storageService.increment(bucket, WINDOW_MS, limit);
    } catch (error) {
      this.logger.error('The rate limit storage failed.', error);
      return {
        totalHits: 1,
        timeToExpire: WINDOW_MS / 1000,
        isBlocked: false,
        timeToBlockExpire: 0,
        resetsAt: this.clock.now().getTime() + WINDOW_MS,
      };
    }
  }
}

function tell(figures: Figures, request: FastifyRequest, reply: FastifyReply): Figures {
  request.rateLimit = figures;
  writeHeaders(reply, figures);
  return figures;
}
