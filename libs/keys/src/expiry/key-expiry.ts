import type { ApiKey } from '#libs/database/src/database.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import type { KeyState } from '../administration/key.dto.js';

/** Days before the expiry of a key at which its owner is warned, in descending order. */
export const WARNING_DAYS = [14, 2] as const;

const DAY_MS = 24 * 3_600_000;

/** Returns the last warning due at `now`, in days, or null if none is due yet. */
export function dueWarning(expiresAt: Date, now: Date): number | null {
  const daysLeft = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  return WARNING_DAYS.filter((days) => daysLeft <= days).at(-1) ?? null;
}

/**
 * Returns the warning to treat as already sent when an expiry is set, or null for none. An owner
 * who learns today that a key ends in a week needs no second email about it.
 */
export function warningsBehind(expiresAt: Date | null | undefined, now: Date): number | null {
  return expiresAt ? dueWarning(expiresAt, now) : null;
}

/**
 * Returns the state that admins see. `expired` is not stored: it follows from the expiry, and only
 * `revoked` takes precedence over it.
 */
export function shownState(
  { state, expiresAt }: Pick<ApiKey, 'state' | 'expiresAt'>,
  now: Date,
): KeyState {
  return state !== 'revoked' && expiresAt && expiresAt <= now ? 'expired' : state;
}

/** @throws ApiError `invalid_body` if the expiry is now or in the past */
export function expectFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  throw invalidBody('expiresAt', 'expiresAt must be in the future.');
}
