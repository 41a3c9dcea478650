import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { clientNetwork } from '#libs/http/src/client-address/client-address.js';

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = { limit: 10, windowSeconds: WINDOW_SECONDS };
const PER_ADDRESS = { limit: 30, windowSeconds: WINDOW_SECONDS };
const KNOWN_FOR_MS = 30 * 24 * 3600 * 1000;

/**
 * Slows down the guessing of passwords: 10 failures an account and 30 an address in 15 minutes.
 *
 * Whoever fails on purpose could keep an admin out by the account's cap, so that cap does not hold
 * for networks (an IPv4 address, an IPv6 /64) from which the account signed in within the last 30
 * days; theirs does.
 */
@Injectable()
export class SignInThrottle {
  /** When addresses that were refused may try again: until then, they cost no query. */
  private readonly refusedUntil = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly attempts: Attempts,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts an attempt of an address, before anything is read of what it sends.
   *
   * @throws ApiError `rate_limited` when it has failed too often
   */
  async admitAddress(address: string): Promise<void> {
    const bucket = addressBucket(address);
    const now = this.clock.now().getTime();
    const refusedUntil = this.refusedUntil.get(bucket) ?? 0;
    if (refusedUntil > now) throw tooMany(Math.ceil((refusedUntil - now) / 1000));
    const { allowed, retryAfter } = await this.attempts.count(bucket, PER_ADDRESS);
    if (allowed) return;
    this.refusedUntil.set(bucket, now + retryAfter * 1000);
    throw tooMany(retryAfter);
  }

  /** @throws ApiError `rate_limited` when the account was failed to be signed in to too often */
  async admitAccount(email: string, address: string): Promise<void> {
    const byAccount = await this.attempts.count(accountBucket(email), PER_ACCOUNT);
    if (!byAccount.allowed && !(await this.isKnown(email, address))) {
      throw tooMany(byAccount.retryAfter);
    }
  }

  /** Only failures count. */
  async succeeded(email: string, address: string): Promise<void> {
    await this.attempts.takeBack(addressBucket(address));
    await this.forgive(email);
  }

  /** Lets an account be signed in to at once, after its password was reset. */
  async forgive(email: string): Promise<void> {
    await this.attempts.forget(accountBucket(email));
  }

  private async isKnown(email: string, address: string): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - KNOWN_FOR_MS);
    const known = await this.database.$queryRaw<{ address: string }[]>`
      SELECT DISTINCT a.address
      FROM audit_entries a JOIN admins ON admins.id = a.admin_id
      WHERE a.action = 'admin.sign-in' AND a.at > ${since} AND admins.email = ${email}
        AND a.address IS NOT NULL`;
    const network = clientNetwork(address);
    return known.some((signIn) => clientNetwork(signIn.address) === network);
  }
}

/** By a hash, so that what is typed into the form neither grows nor shows in the table. */
function accountBucket(email: string): string {
  return `sign-in:account:${createHash('sha256').update(email).digest('hex')}`;
}

function addressBucket(address: string): string {
  return `sign-in:address:${clientNetwork(address)}`;
}

function tooMany(retryAfter: number): ApiError {
  return new ApiError(
    'rate_limited',
    `Too many failed sign-ins. Try again in ${retryAfter} seconds.`,
    { headers: { 'Retry-After': String(retryAfter) } },
  );
}
