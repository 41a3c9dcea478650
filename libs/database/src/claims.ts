import { Prisma } from './generated/client.js';

/**
 * Duration of a lease, in seconds.
 *
 * Unfinished work is a row with `claim_id` and `claimed_until`. The process that holds the lease
 * and renews it works on the row alone. If the process is gone, the lease expires. Expiry uses the
 * clock of the database, because processes with different clocks would consider each other's leases
 * expired.
 */
export const CLAIM_SECONDS = 15;

/** SQL expression for the expiry of a lease taken or renewed now. */
export const untilClaimLapses = (seconds = CLAIM_SECONDS) =>
  Prisma.sql`now() + make_interval(secs => ${seconds})`;

/** SQL condition for a row without a lease. */
export const UNCLAIMED = Prisma.sql`(claimed_until IS NULL OR claimed_until <= now())`;
