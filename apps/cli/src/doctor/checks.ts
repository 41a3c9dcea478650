import { existsSync } from 'node:fs';
import type { Clock } from '#libs/config/src/clock.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { ServerCertificate } from '#libs/http/src/listeners/server-certificate.js';
import { freeSpaceOf, requireCreatable, requireUsable } from '#libs/config/src/data-dir.js';
import { transportOf } from '#libs/mail/src/transport/transport-of.js';
import { timeOfRedis } from '#libs/rate-limit/src/storage/redis/check-redis.js';
import { type Finding, ok, problem, warning, reasonOf } from './finding.js';

const DAY = 86_400_000;
/** The alert CertificateExpiring has the same limit. */
const SOON = 14 * DAY;

/** Checks the server's TLS certificate, if the environment sets one. */
export function checkCertificate(environment: Environment, clock: Clock): Finding[] {
  const now = clock.now().getTime();
  try {
    const certificate = ServerCertificate.of(environment, () => now);
    if (!certificate) return [];
    const finding = `The certificate expires on ${certificate.expiresAt.toISOString()}.`;
    return certificate.expiresAt.getTime() - now < SOON
      ? [warning('certificate', finding, 'Renew it; the server loads the new files by itself.')]
      : [ok('certificate', finding)];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [problem('certificate', error.message, 'The server does not start with these files.')];
  }
}

/** Maximum difference of clocks. Rate limits, leases and expiries depend on several clocks. */
const MOST_APART_MS = 2_000;

/**
 * Compares the clock of another machine with the local one. The response time is the uncertainty of
 * the reading.
 *
 * @param theirs time of the other clock in milliseconds since 1970, like `ours`
 */
export function checkClock(
  whose: string,
  theirs: number,
  ours: number,
  roundTripMs: number,
): Finding {
  const apart = Math.max(Math.abs(ours - theirs) - roundTripMs, 0);
  if (apart <= MOST_APART_MS) return ok('clock', `The clock agrees with the ${whose}.`);
  return warning(
    'clock',
    `The clock is ${(apart / 1000).toFixed(1)} s ${ours > theirs ? 'ahead of' : 'behind'} the ${whose}.`,
    'Synchronize both with NTP, for example with chrony. Expiries and emails depend on these clocks.',
  );
}

const MEGABYTE = 1024 ** 2;
/**
 * Free space for a warning. The write-ahead log grows in files of 16 MB, and an upload can have 1
 * GiB.
 */
const LITTLE = 1024 * MEGABYTE;
const TOO_LITTLE = 64 * MEGABYTE;

/** Checks that the server can use DATA_DIR and that it has enough free space. */
export async function checkDisk({ DATA_DIR }: Environment): Promise<Finding> {
  try {
    if (!existsSync(DATA_DIR)) {
      await requireCreatable(DATA_DIR);
      return warning('disk', `DATA_DIR ${DATA_DIR} does not exist yet.`, 'The server creates it.');
    }
    await requireUsable(DATA_DIR);
    const free = await freeSpaceOf(DATA_DIR);
    const finding = `DATA_DIR ${DATA_DIR} is writable and has ${Math.floor(free / MEGABYTE)} MB free.`;
    const advice = 'Free up disk space, or move DATA_DIR to a larger disk.';
    if (free < TOO_LITTLE) return problem('disk', finding, advice);
    return free < LITTLE ? warning('disk', finding, advice) : ok('disk', finding);
  } catch (error) {
    const advice = 'Run this command as the user of the server, or choose another DATA_DIR.';
    return problem('disk', `${reasonOf(error)}.`, advice);
  }
}

/** Checks that emails can be sent. */
export async function checkMail(environment: Environment, clock: Clock): Promise<Finding> {
  const { DATA_DIR, SMTP_URL } = environment;
  try {
    // The server creates DATA_DIR.
    if (SMTP_URL || existsSync(DATA_DIR)) await transportOf(environment, clock).check();
    return SMTP_URL
      ? ok('mail', `The mail server ${new URL(SMTP_URL).host} accepts emails.`)
      : ok('mail', 'SMTP_URL is unset. Emails are written to DATA_DIR/outbox.');
  } catch (error) {
    const advice = SMTP_URL
      ? 'Check the host, port, user and password in SMTP_URL. Emails wait until then.'
      : 'Run this command as the user of the server, and check the owner of DATA_DIR/outbox.';
    return problem('mail', `Emails cannot be sent: ${reasonOf(error)}.`, advice);
  }
}

/** Checks the store of the shared rate limits and its clock. */
export async function checkRedis(
  { REDIS_URL, REDIS_TIMEOUT_MS }: Environment,
  clock: Clock,
): Promise<Finding[]> {
  if (!REDIS_URL) {
    return [ok('redis', 'REDIS_URL is unset. The server counts requests in memory.')];
  }
  try {
    const began = performance.now();
    const { time, roundTripMs } = await timeOfRedis(REDIS_URL);
    const now = clock.now().getTime();
    const finding = `Redis responded in ${Math.ceil(roundTripMs)} ms.`;
    return [
      roundTripMs <= REDIS_TIMEOUT_MS
        ? ok('redis', finding)
        : warning(
            'redis',
            `${finding} REDIS_TIMEOUT_MS is ${REDIS_TIMEOUT_MS}, so requests are counted without it.`,
            'Move Redis closer, or increase REDIS_TIMEOUT_MS.',
          ),
      checkClock('Redis server', time, now, performance.now() - began),
    ];
  } catch (error) {
    const finding = `Redis cannot be used: ${reasonOf(error)}.`;
    const advice =
      'Until it works, each process counts on its own. Check REDIS_URL and the server.';
    return [problem('redis', finding, advice)];
  }
}
