import type { ApiKeyState } from '#libs/database/src/database.js';

/** What there is to know of a secret in order to judge a request that carries it. */
export interface KnownSecret {
  keyId: string;
  limitPerHour: number;
  state: ApiKeyState;
  keyExpiresAt: Date | null;
  /** Set on a secret that a newer one has replaced. */
  secretExpiresAt: Date | null;
}
