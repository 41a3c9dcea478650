import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#libs/config/src/clock.js';

/** Nobody fills a form in within this time but programs, in milliseconds. */
const EARLIEST_MS = 3_000;
/** How long a form may be open before it is sent, in milliseconds. */
export const LATEST_MS = 4 * 3_600_000;

export type TokenVerdict = 'good' | 'early' | 'late' | 'forged';

/** A token: when it was given out in base 36, something random, and their signature. */
const FORM = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

/** Tells when a form was given out, without keeping it anywhere: the form carries it, signed. */
export class FormTokens {
  constructor(
    private readonly secret: Uint8Array,
    private readonly clock: Clock,
  ) {}

  /** @param form its name: a token of one form is none of another */
  issue(form: string): string {
    const time = this.clock.now().getTime().toString(36);
    const nonce = randomBytes(16).toString('base64url');
    return `${time}.${nonce}.${this.sign(form, time, nonce).toString('base64url')}`;
  }

  /** "good" from three seconds to four hours after it was given out. */
  judge(form: string, token: string): TokenVerdict {
    const [, time, nonce, signature] = FORM.exec(token) ?? [];
    if (time === undefined) return 'forged';
    const expected = this.sign(form, time, nonce!);
    if (!timingSafeEqual(expected, Buffer.from(signature!, 'base64url'))) return 'forged';
    const age = this.clock.now().getTime() - parseInt(time, 36);
    if (age < EARLIEST_MS) return 'early';
    return age > LATEST_MS ? 'late' : 'good';
  }

  private sign(...parts: string[]): Buffer {
    return createHmac('sha256', this.secret).update(parts.join(' ')).digest();
  }
}
