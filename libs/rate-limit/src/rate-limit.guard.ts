import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  Logger,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { accessOf } from '#libs/http/src/access.guard.js';
import { deprecatedOperationOf } from '#libs/http/src/deprecation/deprecations.js';
import {
  type RateLimitState,
  type RateLimitSubject,
  replyOf,
  requestOf,
} from '#libs/http/src/request-context.js';
import { budgetOf, traitsOf } from '#libs/http/src/surfaces/surfaces.js';
import { KeyUsageObserver } from './key-verifier.js';
import { RateLimitMetrics } from './rate-limit-metrics.js';
import { rateLimited, stateOf, writeRateLimitHeaders } from './rate-limit-state.js';
import { RateLimitSubjects } from './rate-limit-subject.js';
import {
  COUNT_NOTHING,
  type FixedWindowRecord,
  FixedWindowStorage,
} from './storage/fixed-window.storage.js';

const UNCOUNTED = 'uncounted';

/** Marks a route as free for valid keys. Without a valid key it counts like any other. */
export const Uncounted = () => SetMetadata(UNCOUNTED, true);

/**
 * Counts each request against its subject (a key or client address), writes the rate-limit headers and
 * then refuses a request over the limit. A subject has one bucket for all routes.
 *
 * `ThrottlerGuard` writes headers only on success, gives the reset in seconds from now, and looks up six
 * settings of the route on each request, a tenth of the cost of a cached page. `RateLimitErrorFilter`
 * passes requests that fail before the guards to `count`.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly logger = new Logger(RateLimitGuard.name);

  constructor(
    @InjectThrottlerStorage() private readonly storage: FixedWindowStorage,
    private readonly reflector: Reflector,
    private readonly subjects: RateLimitSubjects,
    private readonly clock: Clock,
    private readonly metrics: RateLimitMetrics,
    private readonly usage: KeyUsageObserver,
  ) {}

  /** @throws ApiError `rate_limited`, or the reason that a required key is missing or invalid */
  async canActivate(context: ExecutionContext): Promise<true> {
    const request = requestOf(context);
    const reply = replyOf(context);
    const { refusal } = await this.subjects.of(request);
    const isFree =
      !refusal && this.reflector.get<true | undefined>(UNCOUNTED, context.getHandler());
    await (isFree ? this.peek(request, reply) : this.count(request, reply));
    if (refusal && this.needsKey(context, request)) throw refusal;
    return true;
  }

  /**
   * Counts a request. Called directly for one that no guard sees, because its route is outside Nest or
   * it failed earlier.
   *
   * @throws ApiError `rate_limited`
   */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const subject = await this.subjects.of(request);
    if (subject.unidentified) return this.peek(request, reply);
    request.context.bucket = subject.bucket;
    const record = await this.increment(subject, subject.limit);
    const state = applyState(stateOf(subject, record), request, reply);
    const verdict = record.isBlocked ? 'refused' : 'allowed';
    this.metrics.decided(subject, verdict);
    const { apiKey } = request.context;
    if (apiKey) {
      this.usage.record(apiKey.id, verdict, deprecatedOperationOf(request));
    }
    if (record.isBlocked) throw rateLimited(state, subject.refusal);
  }

  /** Writes the subject's current usage to the response without counting. */
  async peek(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const subject = await this.subjects.of(request);
    request.context.bucket = subject.bucket;
    const record = await this.increment(subject, COUNT_NOTHING);
    applyState(stateOf(subject, record), request, reply);
  }

  private needsKey(context: ExecutionContext, { headers }: FastifyRequest): boolean {
    const access = accessOf(this.reflector, context);
    return access === 'key' || (access === 'optionalKey' && headers['x-api-key'] !== undefined);
  }

  /** Increments the subject's window. If the storage fails, the request is served as its first. */
  private async increment(
    { bucket, windowMs }: RateLimitSubject,
    limit: number,
  ): Promise<FixedWindowRecord> {
    try {
      return await this.storage.increment(bucket, windowMs, limit);
    } catch (error) {
      this.logger.error('Could not count requests in the rate limit storage.', error);
      return {
        totalHits: 1,
        timeToExpire: windowMs / 1000,
        isBlocked: false,
        timeToBlockExpire: 0,
        resetsAt: this.clock.now().getTime() + windowMs,
      };
    }
  }
}

function applyState(
  state: RateLimitState,
  request: FastifyRequest,
  reply: FastifyReply,
): RateLimitState {
  request.context.rateLimit = state;
  if (budgetOf(request) === 'api') writeRateLimitHeaders(reply, state);
  return state;
}

/** Adds rate-limit headers to API responses that are not counted, such as CORS preflights. */
export function addMissingHeaders(guard: RateLimitGuard): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (request.context.rateLimit || traitsOf(request).budget !== 'api') return done(null, payload);
    guard.peek(request, reply).then(
      () => done(null, payload),
      (error: Error) => done(error),
    );
  };
}
