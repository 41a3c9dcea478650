import type { ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bottleneck } from './overload/overload.error.js';
import type { Budget, Traits } from './surfaces/surfaces.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Created by the first hook. */
    context: RequestContext;
  }
}

/**
 * Everything that the stages of the pipeline learn about one request. A stage sets its own fields;
 * later stages and handlers read them. All fields exist from the start, so that V8 keeps one shape.
 */
export class RequestContext {
  /** Trace id sent by a trusted proxy or created by this server. */
  traceId: string | undefined = undefined;
  /** Parent span sent by a trusted proxy (W3C Trace Context). */
  traceParent: TraceParent | undefined = undefined;
  /** Cached by `traitsOf`. */
  traits: Traits | undefined = undefined;
  /** Cached by `RateLimitSubjects`. */
  subject: Promise<RateLimitSubject> | undefined = undefined;
  /** Bucket the request counts against; set before the limit is checked. */
  bucket: string | undefined = undefined;
  /** Set once the request has been counted, or its usage read without counting. */
  rateLimit: RateLimitState | undefined = undefined;
  /** Set once the request's key has been verified. */
  apiKey: VerifiedKey | undefined = undefined;
  /** Start of the key that was sent, for the access log. Unset if there is no such key. */
  keyStart: string | undefined = undefined;
  /** Set on routes that need an admin. */
  admin: SignedInAdmin | undefined = undefined;
  /** Media type that the client prefers; undefined if it is the route's first. */
  preferredType: string | undefined = undefined;
  /** Set on a request that was refused because of overload. */
  shedFor: Bottleneck | undefined = undefined;
  /** Body bytes sent so far, for a streamed response whose length is not known in advance. */
  bytesSent: number | undefined = undefined;
}

/** Trace context with OpenTelemetry's field names. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote: true;
}

/** The key or client address whose limit a request counts against. */
export interface RateLimitSubject {
  /** Kind of budget. */
  policy: 'key' | 'address' | Exclude<Budget, 'api'>;
  /** Identifier its requests are counted under. */
  bucket: string;
  limit: number;
  windowMs: number;
  /** Error for routes that require a key, if the request has no valid one. */
  refusal?: Error;
  /** Set if the key lookup failed, so that the request can't be charged to anyone. */
  unidentified?: true;
}

/** Usage of a subject in its current window. */
export interface RateLimitState {
  policy: RateLimitSubject['policy'];
  limit: number;
  used: number;
  remaining: number;
  /** End of the window in Unix epoch seconds, rounded up. */
  reset: number;
  /** Seconds until the end of the window, by the storage's clock. */
  secondsLeft: number;
}

/** The API key of a request, as the limiter and handlers see it. */
export interface VerifiedKey {
  id: string;
  limitPerHour: number;
}

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** Client address. */
  address: string;
  /** Id of the HTTP request. */
  httpRequestId?: string;
}

/** Returns the request that a guard, pipe or filter handles. Cheaper than `switchToHttp`, which creates three closures. */
export function requestOf(host: ArgumentsHost): FastifyRequest {
  return host.getArgByIndex(0);
}

export function replyOf(host: ArgumentsHost): FastifyReply {
  return host.getArgByIndex(1);
}
