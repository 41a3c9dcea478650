import { ApiError } from '#libs/http/src/errors/api-error.js';

interface SlotsOptions {
  /** In this process. */
  inAll: number;
  ofOneKey: number;
  /** What requests with a slot do, for sentences: "are waiting". */
  doing: string;
  /** What to do instead of asking with so many at once. */
  advice: string;
}

/** Bounds requests that take long: so many at once in all, and so many with one key. */
export class Slots {
  private taken = 0;
  /** One entry for each key that has slots. */
  private readonly ofKeys = new Map<string, number>();

  constructor(private readonly options: SlotsOptions) {}

  /**
   * @returns what gives the slot back; called again, it does nothing
   * @throws ApiError `conflict` when the key has its share, `unavailable` when there is none left
   */
  take(key: string): () => void {
    const { inAll, ofOneKey, doing, advice } = this.options;
    const held = this.ofKeys.get(key) ?? 0;
    if (held >= ofOneKey) {
      throw new ApiError('conflict', `${held} requests with this key ${doing}. ${advice}`);
    }
    if (this.taken >= inAll) {
      throw new ApiError('unavailable', `Too many requests ${doing}. Try again shortly.`, {
        headers: { 'Retry-After': '5' },
      });
    }
    this.taken++;
    this.ofKeys.set(key, held + 1);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.giveBack(key);
    };
  }

  private giveBack(key: string): void {
    this.taken--;
    const left = this.ofKeys.get(key)! - 1;
    if (left > 0) this.ofKeys.set(key, left);
    else this.ofKeys.delete(key);
  }
}
