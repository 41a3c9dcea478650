import { Prisma } from './generated/client.js';

/**
 * Unfinished work is a row with `claim_id` and `claimed_until`: whoever has a claim on it, and
 * renews it, is alone at the work. When that process is gone, the claim lapses, by the database's
 * clock: processes whose clocks differ would take each other's claims for lapsed.
 */
export const CLAIM_SECONDS = 15;

/** For SET: until when a claim that is made or renewed now holds. */
export const untilClaimLapses = (seconds = CLAIM_SECONDS) =>
  Prisma.sql`now() + make_interval(secs => ${seconds})`;

/** For WHERE: nobody is at it. */
export const UNCLAIMED = Prisma.sql`(claimed_until IS NULL OR claimed_until <= now())`;
