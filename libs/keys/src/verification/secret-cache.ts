import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { CredentialLookups } from '#libs/rate-limit/src/lookups/credential-lookups.js';
import { type KnownSecret, KeysRepository } from '../administration/keys.repository.js';

const CAPACITY = 10_000;

/** Maximum age of an entry. Matters only while the version watch cannot reach the database. */
const LONGEST_USE_MS = 60_000;
const NEVER = -Infinity;

/**
 * Caches secrets by hash, so that a request with a known key needs no query.
 *
 * Unknown hashes are cached separately, so that a flood of made-up keys cannot evict real ones.
 */
@Injectable()
export class SecretCache {
  /** Both caches are bounded by count. An entry is a hash of 64 characters and a few fields. */
  private readonly found: LRUCache<string, KnownSecret>;
  private readonly missed: LRUCache<string, true>;
  /** Lookups in progress, at most one for each lookup that has or waits for a pooled connection. */
  private pending = new Map<string, Promise<KnownSecret | undefined>>();
  /** Time of the latest entry, in epoch milliseconds. */
  private latest = NEVER;

  private readonly lookups: CredentialLookups<KnownSecret>;

  constructor(
    keys: KeysRepository,
    private readonly clock: Clock,
  ) {
    const perf = { now: () => this.now() };
    const options = { max: CAPACITY, ttl: LONGEST_USE_MS, ttlResolution: 0, perf };
    this.found = new LRUCache(options);
    this.missed = new LRUCache(options);
    this.lookups = new CredentialLookups((hashes) => keys.findSecrets(hashes), clock);
  }

  /** Returns the secret if it is cached. */
  recall(hash: string): KnownSecret | undefined {
    return this.found.get(hash);
  }

  /**
   * Returns the secret from the cache or the database, or undefined if there is none.
   *
   * @param network network of the client that sent it (see `clientNetwork`)
   */
  async find(hash: string, network: string): Promise<KnownSecret | undefined> {
    const found = this.found.get(hash);
    if (found || this.missed.get(hash)) return found;
    return this.pending.get(hash) ?? this.ask(hash, network);
  }

  /**
   * Clears the cache. Results of lookups in progress are not cached, because they may be out of
   * date.
   */
  clear(): void {
    this.pending = new Map();
    this.found.clear();
    this.missed.clear();
    this.latest = NEVER;
  }

  /** Reports whether any entry may still be used. */
  get isInUse(): boolean {
    return this.now() - this.latest <= LONGEST_USE_MS;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private ask(hash: string, network: string): Promise<KnownSecret | undefined> {
    const { pending } = this;
    const lookup = this.lookups.find(hash, network).then((value) => {
      // Otherwise, the cache was cleared in the meantime.
      if (pending === this.pending) {
        this.latest = this.now();
        if (value) this.found.set(hash, value);
        else this.missed.set(hash, true);
      }
      return value;
    });
    pending.set(hash, lookup);
    const forget = () => pending.delete(hash);
    lookup.then(forget, forget);
    return lookup;
  }
}
