import { ApiError, tryAgainIn } from '#libs/http/src/errors/api-error.js';

interface SlotsOptions {
  /** Maximum for all keys of this process. */
  inAll: number;
  /** Maximum for one key. */
  ofOneKey: number;
  /** Verb phrase for messages about requests that hold a slot, such as "are waiting". */
  doing: string;
  /** Advice for a client with too many requests, as a sentence. */
  advice: string;
}

/** Limits the number of concurrent long-running requests, in total and per key. */
export class Slots {
  private taken = 0;
  /** Slots held by each key. */
  private readonly ofKeys = new Map<string, number>();

  constructor(private readonly options: SlotsOptions) {}

  /**
   * Takes a slot for a key.
   *
   * @returns a function that returns the slot
   * @throws ApiError `conflict` if the key has no slot left; `unavailable` if no slot is left at
   * all
   */
  take(key: string): () => void {
    const { inAll, ofOneKey, doing, advice } = this.options;
    const held = this.ofKeys.get(key) ?? 0;
    if (held >= ofOneKey) {
      throw new ApiError('conflict', `${held} requests with this key ${doing}. ${advice}`);
    }
    if (this.taken >= inAll) {
      throw tryAgainIn(5, 'unavailable', `Too many requests ${doing}. Try again shortly.`);
    }
    this.taken++;
    this.ofKeys.set(key, held + 1);
    return () => this.giveBack(key);
  }

  private giveBack(key: string): void {
    this.taken--;
    const left = this.ofKeys.get(key)! - 1;
    if (left > 0) this.ofKeys.set(key, left);
    else this.ofKeys.delete(key);
  }
}
