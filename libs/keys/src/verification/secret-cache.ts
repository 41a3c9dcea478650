import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { CredentialLookups } from '#libs/rate-limit/src/lookups/credential-lookups.js';
import { type KnownSecret, KeysRepository } from '../administration/keys.repository.js';
const CAPACITY = 10_000;

/** Maximum age of an entry. Matters only while the version watch cannot reach the database. */
const LONGEST_USE_MS = 60_000;
const NEVER = -Infinity;

interface Remembered<T> {
  value: T;
  since: number;
}

/**
 * Caches secrets by hash, so that a request with a known key needs no query.
 *
 * Unknown hashes are cached separately, so that a flood of made-up keys cannot evict real ones.
 */
@Injectable()
export class SecretCache {
  /** Both caches are bounded by count. An entry is a hash of 64 characters and a few fields. */
  private readonly found = new LRUCache<string, Remembered<KnownSecret>>({ max: CAPACITY });
  private readonly missed = new LRUCache<string, Remembered<undefined>>({ max: CAPACITY });
  /** Lookups in progress, at most one for each lookup that has or waits for a pooled connection. */
  private pending = new Map<string, Promise<KnownSecret | undefined>>();
  private generation = 0;
  /** Time of the latest entry, in epoch milliseconds. */
  private latest = NEVER;

  private readonly lookups: CredentialLookups<KnownSecret>;

  constructor(
    keys: KeysRepository,
    private readonly clock: Clock,
  ) {
    this.lookups = new CredentialLookups((hashes) => keys.findSecrets(hashes), clock);
  }

  /** Returns the secret if it is cached. */
  recall(hash: string): KnownSecret | undefined {
    return this.present(this.found.get(hash))?.value;
  }

  /**
   * Returns the secret from the cache or the database, or undefined if there is none.
   *
   * @param network network of the client that sent it (see `clientNetwork`)
   */
  async find(hash: string, network: string): Promise<KnownSecret | undefined> {
    const remembered = this.present(this.found.get(hash) ?? this.missed.get(hash));
    if (remembered) return remembered.value;
    return this.pending.get(hash) ?? this.ask(hash, network);
  }

  /**
   * Clears the cache. Results of lookups in progress are not cached, because they may be out of
   * date.
   */
  clear(): void {
    this.generation += 1;
    this.pending = new Map();
    this.found.clear();
    this.missed.clear();
    this.latest = NEVER;
  }

  /** Reports whether any entry may still be used. */
  get isInUse(): boolean {
    return this.latest > this.oldest;
  }

  private get oldest(): number {
    return this.clock.now().getTime() - LONGEST_USE_MS;
  }

  private present<T>(remembered: Remembered<T> | undefined): Remembered<T> | undefined {
    return remembered && remembered.since > this.oldest ? remembered : undefined;
  }

  private ask(hash: string, network: string): Promise<KnownSecret | undefined> {
    const { generation, pending } = this;
    const lookup = this.lookups.find(hash, network).then((value) => {
      const since = this.clock.now().getTime();
      if (generation === this.generation) {
        this.latest = since;
        if (value) this.found.set(hash, { value, since });
        else this.missed.set(hash, { value, since });
      }
      return value;
    });
    pending.set(hash, lookup);
    const forget = () => pending.delete(hash);
    lookup.then(forget, forget);
    return lookup;
  }
}
