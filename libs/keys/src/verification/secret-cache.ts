import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { CredentialLookups } from '#libs/rate-limit/src/lookups/credential-lookups.js';
import { type KnownSecret, SecretLookup } from './secret-lookup.js';
const CAPACITY = 10_000;

/** Only matters while the database cannot be asked whether anything changed. */
const LONGEST_USE_MS = 60_000;

interface Remembered<T> {
  value: T;
  since: number;
}

/**
 * Secrets by their hashes, so that a request with a key costs no query.
 *
 * Hashes that nothing is known of are remembered as well, apart from the others: however many
 * made-up keys arrive, they push no real one out.
 */
@Injectable()
export class SecretCache {
  /** Both bounded by number: an entry is a hash of 64 characters and a few fields. */
  private readonly found = new LRUCache<string, Remembered<KnownSecret>>({ max: CAPACITY });
  private readonly missed = new LRUCache<string, Remembered<undefined>>({ max: CAPACITY });
  /** At most one for each look-up that has a connection of the pool, or waits for one. */
  private asking = new Map<string, Promise<KnownSecret | undefined>>();
  private generation = 0;

  private readonly lookups: CredentialLookups<KnownSecret>;

  constructor(
    lookup: SecretLookup,
    private readonly clock: Clock,
  ) {
    this.lookups = new CredentialLookups((hashes) => lookup.byHashes(hashes), clock);
  }

  /** The secret, if it is known without asking. */
  recall(hash: string): KnownSecret | undefined {
    return this.present(this.found.get(hash))?.value;
  }

  /** @param network of the client that sent it (see `clientNetwork`) */
  async find(hash: string, network: string): Promise<KnownSecret | undefined> {
    const remembered = this.present(this.found.get(hash) ?? this.missed.get(hash));
    if (remembered) return remembered.value;
    return this.asking.get(hash) ?? this.ask(hash, network);
  }

  /** Forgets everything; what is being asked for is not remembered, since it may be out of date. */
  clear(): void {
    this.generation += 1;
    this.asking = new Map();
    this.found.clear();
    this.missed.clear();
  }

  private present<T>(remembered: Remembered<T> | undefined): Remembered<T> | undefined {
    const oldest = this.clock.now().getTime() - LONGEST_USE_MS;
    return remembered && remembered.since > oldest ? remembered : undefined;
  }

  private ask(hash: string, network: string): Promise<KnownSecret | undefined> {
    const { generation, asking } = this;
    const answer = this.lookups.find(hash, network).then((value) => {
      const since = this.clock.now().getTime();
      if (generation === this.generation) {
        if (value) this.found.set(hash, { value, since });
        else this.missed.set(hash, { value, since });
      }
      return value;
    });
    asking.set(hash, answer);
    const forget = () => asking.delete(hash);
    answer.then(forget, forget);
    return answer;
  }
}
