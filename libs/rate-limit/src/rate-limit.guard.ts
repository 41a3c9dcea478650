import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { accessOf } from '#libs/http/src/access.guard.js';
import { deprecatedOperationOf } from '#libs/http/src/deprecation/deprecations.js';
import type { RateLimitState, RateLimitSubject } from '#libs/http/src/request-context.js';
import { budgetOf } from '#libs/http/src/surfaces/surfaces.js';
import { KeyUsageObserver } from './key-verifier.js';
import { RateLimitMetrics } from './rate-limit-metrics.js';
import { rateLimited, stateOf, writeRateLimitHeaders } from './rate-limit-state.js';
import { RateLimitSubjects } from './rate-limit-subject.js';
import {
  COUNT_NOTHING,
  type FixedWindowRecord,
  FixedWindowStorage,
} from './storage/fixed-window.storage.js';
import { UNCOUNTED } from './uncounted.decorator.js';

interface Exchange {
  req: FastifyRequest;
  res: FastifyReply;
}

/**
 * The throttler's guard, with the request's subject (a key or client address) as its tracker, one bucket for
 * all routes, the subject's own limit (see `RateLimitModule`) and fixed-window storage.
 *
 * The stock guard writes headers only on success, gives the reset in seconds from now, and sees only
 * requests that reach the guards. So `handleRequest` writes the headers before it checks the limit, and
 * `RateLimitErrorFilter` passes requests that failed earlier to `count`.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  declare protected readonly storageService: FixedWindowStorage;

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: FixedWindowStorage,
    reflector: Reflector,
    private readonly subjects: RateLimitSubjects,
    private readonly clock: Clock,
    private readonly metrics: RateLimitMetrics,
    private readonly usage: KeyUsageObserver,
  ) {
    super(options, storage, reflector);
  }

  protected override async getTracker(request: FastifyRequest): Promise<string> {
    return (await this.subjects.of(request)).bucket;
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  /** @throws ApiError `rate_limited`, or the reason that a required key is missing or invalid */
  protected override async handleRequest(request: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = request;
    const { req, res } = this.getRequestResponse(context) as Exchange;
    const key = generateKey(context, await getTracker(req, context), throttler.name!);
    const subject = await this.subjects.of(req);
    const isFree =
      !subject.refusal && this.reflector.get<true | undefined>(UNCOUNTED, context.getHandler());
    await (isFree
      ? this.show(subject, key, req, res)
      : this.charge(subject, { key, limit, ttl }, req, res));
    if (subject.refusal && this.needsKey(context, req)) throw subject.refusal;
    return true;
  }

  /**
   * Counts a request that no guard sees, because its route is outside Nest or it failed earlier.
   *
   * @throws ApiError `rate_limited`
   */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const subject = await this.subjects.of(request);
    const { bucket: key, limit, windowMs: ttl } = subject;
    await this.charge(subject, { key, limit, ttl }, request, reply);
  }

  /** Writes the subject's current usage to the response without counting. */
  async peek(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const subject = await this.subjects.of(request);
    await this.show(subject, subject.bucket, request, reply);
  }

  private needsKey(context: ExecutionContext, { headers }: FastifyRequest): boolean {
    const access = accessOf(this.reflector, context);
    return access === 'key' || (access === 'optionalKey' && headers['x-api-key'] !== undefined);
  }

  private async charge(
    subject: RateLimitSubject,
    { key, limit, ttl }: Pick<ThrottlerLimitDetail, 'key' | 'limit' | 'ttl'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    request.context.bucket = key;
    if (subject.unidentified) return this.show(subject, key, request, reply);
    const record = await this.increment(key, ttl, limit);
    const state = tell(stateOf(subject, record), request, reply);
    const verdict = record.isBlocked ? 'refused' : 'allowed';
    this.metrics.decided(subject, verdict);
    const { apiKey } = request.context;
    if (apiKey) {
      this.usage.record(apiKey.id, verdict, deprecatedOperationOf(request));
    }
    if (record.isBlocked) throw rateLimited(state, subject.refusal);
  }

  private async show(
    subject: RateLimitSubject,
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    request.context.bucket = key;
    const record = await this.increment(key, subject.windowMs, COUNT_NOTHING);
    tell(stateOf(subject, record), request, reply);
  }

  /** Counts a request. If the storage fails, the request is served as the first of a window. */
  private async increment(key: string, ttl: number, limit: number): Promise<FixedWindowRecord> {
    try {
      return await this.storageService.increment(key, ttl, limit);
    } catch (error) {
      this.logger.error('Could not count requests in the rate limit storage.', error);
      return {
        totalHits: 1,
        timeToExpire: ttl / 1000,
        isBlocked: false,
        timeToBlockExpire: 0,
        resetsAt: this.clock.now().getTime() + ttl,
      };
    }
  }
}

function tell(state: RateLimitState, request: FastifyRequest, reply: FastifyReply): RateLimitState {
  request.context.rateLimit = state;
  if (budgetOf(request) === 'api') writeRateLimitHeaders(reply, state);
  return state;
}
