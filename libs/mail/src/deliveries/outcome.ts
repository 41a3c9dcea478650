import type { Prisma } from '#libs/database/src/database.js';
import { SendFailure } from '../transport/mail-transport.js';
import { type ComposedMessage, NoLongerDue } from './composers.js';
import type { Outcome } from './deliveries.repository.js';

const LONGEST_ERROR = 500;
const LONGEST_SECONDS = 15 * 60;

/** Maximum number of attempts, about five days at the longest delay (RFC 5321, section 4.5.4.1). */
const ATTEMPTS = 480;

/** An outcome, and a change to make in the transaction that records it. */
export interface AttemptOutcome extends Outcome {
  alongside?(tx: Prisma.TransactionClient): Promise<unknown>;
}

/**
 * Returns the outcome of a failed attempt. A delivery is superseded if its message needs no action,
 * and fails if the mail server rejected it or no attempts are left. Otherwise it is retried.
 *
 * @param message undefined if it could not be composed
 */
export function outcomeOf(
  failure: unknown,
  message: ComposedMessage | undefined,
  attempt: number,
): AttemptOutcome {
  const error = bounded(reasonOf(failure));
  const taken = failure instanceof SendFailure ? failure.outcome : 'uncertain';
  const isRejected = taken === 'rejected';
  if (failure instanceof NoLongerDue || (isRejected && message?.isCourtesy)) {
    return { status: 'superseded', error };
  }
  const alongside = taken === 'uncertain' ? undefined : message?.notTaken;
  if (isRejected || attempt % ATTEMPTS === 0) return { status: 'failed', error, alongside };
  return { status: 'pending', error, retrySeconds: retryDelaySeconds(attempt), alongside };
}

export function reasonOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Shortens a server's error message to one line. */
function bounded(error: string): string {
  const line = error.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line;
}

/**
 * Returns the delay after a failed attempt: 2 s, 4 s, 8 s … 15 min, each up to a fifth longer, so that
 * deliveries that failed together are not retried together.
 */
function retryDelaySeconds(attempt: number): number {
  const delay = Math.min(LONGEST_SECONDS, 2 ** attempt);
  return delay * (1 + Math.random() / 5);
}
