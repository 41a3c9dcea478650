import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#libs/config/src/clock.js';

/** Minimum age of a submitted form in milliseconds: only programs are faster. */
const EARLIEST_MS = 3_000;
/** Maximum age of a submitted form in milliseconds. */
export const LATEST_MS = 4 * 3_600_000;

export type TokenVerdict = 'good' | 'early' | 'late' | 'forged';

/** A token: issue time in base 36, nonce and signature. */
const FORM = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

/** Issues signed tokens that carry a form's issue time, so that the server stores nothing per form. */
export class FormTokens {
  constructor(
    private readonly secret: Uint8Array,
    private readonly clock: Clock,
  ) {}

  /** @param form its name; other forms refuse the token */
  issue(form: string): string {
    const time = this.clock.now().getTime().toString(36);
    const nonce = randomBytes(16).toString('base64url');
    return `${time}.${nonce}.${this.sign(form, time, nonce)}`;
  }

  /**
   * Returns "good" from three seconds to four hours after the token was issued.
   *
   * The signature is compared as text, because base64url has four spellings of the same 32 bytes and
   * a token is spent by its text.
   */
  judge(form: string, token: string): TokenVerdict {
    const [, time, nonce, signature] = FORM.exec(token) ?? [];
    if (time === undefined) return 'forged';
    const expected = this.sign(form, time, nonce!);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature!))) return 'forged';
    const age = this.clock.now().getTime() - parseInt(time, 36);
    if (age < EARLIEST_MS) return 'early';
    return age > LATEST_MS ? 'late' : 'good';
  }

  private sign(...parts: string[]): string {
    return createHmac('sha256', this.secret).update(parts.join(' ')).digest('base64url');
  }
}
