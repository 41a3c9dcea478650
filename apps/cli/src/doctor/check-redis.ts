import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { timeOfRedis } from '#libs/rate-limit/src/storage/redis/check-redis.js';
import { checkClock } from './check-clock.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

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
