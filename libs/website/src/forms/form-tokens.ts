import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import { FormKey, readToken } from './form-key.js';
import { FormKeysRepository } from './form-keys.repository.js';

/** Minimum age of a submitted form in milliseconds: only programs are faster. */
const EARLIEST_MS = 3_000;
/** Maximum age of a submitted form in milliseconds. */
export const LATEST_MS = 4 * 3_600_000;
/** Maximum age of a mailed link in milliseconds. */
export const LINK_LATEST_MS = 3 * 24 * 3_600_000;
/** Milliseconds for which a process signs with one key. */
const SIGNS_FOR_MS = 24 * 3_600_000;
/** Public keys held in memory: one per process and day. */
const MAX_KNOWN = 100;

export type TokenVerdict = 'good' | 'early' | 'late' | 'forged';

/**
 * Signs the time at which a form was issued, so that the form itself carries it.
 *
 * Each process signs with a private key that only its memory holds. The database holds the public
 * keys, which every process uses to verify the tokens of the others.
 */
@Injectable()
export class FormTokens {
  private own: { key: Promise<FormKey>; until: number } | undefined;
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(
    private readonly keys: FormKeysRepository,
    private readonly clock: Clock,
  ) {}

  /** @param form name of the form, because other forms refuse the token */
  async issue(form: string): Promise<string> {
    const now = this.clock.now();
    if (!this.own || this.own.until <= now.getTime()) {
      const key = this.createKey(now);
      key.catch(() => (this.own = undefined));
      this.own = { key, until: now.getTime() + SIGNS_FOR_MS };
    }
    return (await this.own.key).issue(form, now);
  }

  /**
   * Judges a token. It is "good" from three seconds to four hours after it was issued.
   *
   * @param latestMs maximum age, if not four hours
   */
  async judge(form: string, token: string, latestMs = LATEST_MS): Promise<TokenVerdict> {
    const read = readToken(token);
    if (!read) return 'forged';
    const age = this.clock.now().getTime() - read.issuedAt.getTime();
    // Checked first, because the key of an old token may be deleted.
    if (age > latestMs) return 'late';
    if (!(await this.isKnown(read.publicKey)) || !read.isSignedFor(form)) return 'forged';
    return age < EARLIEST_MS ? 'early' : 'good';
  }

  /** Stores the public key until its last token expires, and deletes expired keys. */
  private async createKey(now: Date): Promise<FormKey> {
    const key = new FormKey();
    const expiresAt = new Date(now.getTime() + SIGNS_FOR_MS + LINK_LATEST_MS);
    await this.keys.removeExpired(now);
    await this.keys.add(bytesOf(key.publicKey), expiresAt);
    this.known.set(key.publicKey, true);
    return key;
  }

  private async isKnown(publicKey: string): Promise<boolean> {
    if (this.known.has(publicKey)) return true;
    const exists = await this.keys.exists(bytesOf(publicKey));
    if (exists) this.known.set(publicKey, true);
    return exists;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
