import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { type AttemptLimit, Attempts, tooMany } from '#libs/rate-limit/src/attempts/attempts.js';
import {
  clientNetwork,
  wideNetwork,
  clientAddress,
} from '#libs/http/src/client-address/client-address.js';
import { TaskQueue } from '#libs/http/src/overload/task-queue.js';
import { AuditRepository } from '../audit/audit.repository.js';

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = { limit: 10, windowSeconds: WINDOW_SECONDS };
const PER_NETWORK = { limit: 30, windowSeconds: WINDOW_SECONDS };
const PER_SITE = { limit: 100, windowSeconds: WINDOW_SECONDS };
/** Maximum number of sign-ins that wait for their turn; each takes about 50 ms. */
const MAX_QUEUED = 40;
const FAILURES = 'failed sign-ins';
const KNOWN_FOR_MS = 30 * 24 * 3600 * 1000;

/**
 * Limits failed sign-ins in 15 minutes: 10 per account, 30 per network (an IPv4 address or an IPv6
 * /64) and 100 per IPv6 /48, which one customer of a provider may hold whole.
 *
 * An attacker who fails on purpose could lock an admin out through the account's limit, so that limit
 * doesn't apply to sites (an IPv4 /24 or an IPv6 /48) from which the account signed in within the last
 * 30 days. Each of them has another 30 failures for the account.
 */
@Injectable()
export class SignInThrottle {
  /**
   * Runs the steps of all sign-ins one at a time. However many arrive, they use one connection of the
   * database, and one of the four libuv threads that hash passwords and compress responses.
   */
  readonly queue = new TaskQueue({
    running: 1,
    waiting: MAX_QUEUED,
    refusal: tooMany('people are signing in', 2),
  });
  /** Time when each refused network may try again. Until then, its attempts need no query. */
  private readonly refusedUntil = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly attempts: Attempts,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts an attempt before any of its body is read.
   *
   * @throws ApiError `rate_limited` when the address's network or site failed too often, or when too
   * many sign-ins are under way
   */
  async admitAddress(address: string): Promise<void> {
    const limits = limitsOf(address);
    const now = this.clock.now().getTime();
    for (const { bucket } of limits) {
      const refusedUntil = this.refusedUntil.get(bucket) ?? now;
      if (refusedUntil > now) throw tooMany(FAILURES, Math.ceil((refusedUntil - now) / 1000));
    }
    await this.queue.run(async () => {
      for (const { bucket, limit } of limits) {
        const { allowed, retryAfter } = await this.attempts.count(bucket, limit);
        if (allowed) continue;
        this.refusedUntil.set(bucket, now + retryAfter * 1000);
        throw tooMany(FAILURES, retryAfter);
      }
    });
  }

  /** @throws ApiError `rate_limited` when sign-ins to the account failed too often */
  async admitAccount(email: string, address: string): Promise<void> {
    const byAccount = await this.attempts.count(accountBucket(email), PER_ACCOUNT);
    if (byAccount.allowed) return;
    if (!(await this.isKnown(email, address))) throw tooMany(FAILURES, byAccount.retryAfter);
    // A site has many networks, each with its own limit.
    const bucket = `${accountBucket(email)}:${wideNetwork(address)}`;
    await this.attempts.expectAllowed(bucket, PER_NETWORK, FAILURES);
  }

  /** Uncounts a successful attempt: only failures count. */
  async succeeded(email: string, address: string): Promise<void> {
    for (const { bucket } of limitsOf(address)) {
      await this.attempts.takeBack(bucket);
      this.refusedUntil.delete(bucket);
    }
    await this.forgive(email);
  }

  /** Clears an account's failures, for example after a password reset. */
  async forgive(email: string): Promise<void> {
    await this.attempts.forget(accountBucket(email));
  }

  private isKnown(email: string, address: string): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - KNOWN_FOR_MS);
    return this.audit.hasSignedIn(email, wideNetwork(address), since);
  }
}

const ROUTE = '/admin/token';

/** Throttles sign-ins by address before their body is read. Guards run too late for that. */
export function throttleSignIns(throttle: SignInThrottle): onRequestHookHandler {
  return (request, _reply, done) => {
    if (request.method !== 'POST' || request.routeOptions.url !== ROUTE) return done();
    throttle.admitAddress(clientAddress(request)).then(() => done(), done);
  };
}

/** Uses a hash, so that typed text neither grows nor shows in the table. */
function accountBucket(email: string): string {
  return `sign-in:account:${hash('sha256', email)}`;
}

/** The limits that an attempt from an address counts against, the narrowest first. */
function limitsOf(address: string): { bucket: string; limit: AttemptLimit }[] {
  const network = clientNetwork(address);
  const site = isIPv6(address) ? wideNetwork(address) : null;
  const limits = [{ bucket: addressBucket(network), limit: PER_NETWORK }];
  // The loopback address is both the network and the site.
  if (site && site !== network) limits.push({ bucket: addressBucket(site), limit: PER_SITE });
  return limits;
}

function addressBucket(network: string): string {
  return `sign-in:address:${network}`;
}
