import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { timeOfRedis } from '#libs/rate-limit/src/storage/redis/check-redis.js';
import { checkClock } from './check-clock.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

/** The store that processes count requests in, and its clock. */
export async function checkRedis(
  { REDIS_URL, REDIS_TIMEOUT_MS }: Environment,
  clock: Clock,
): Promise<Finding[]> {
  if (!REDIS_URL) return [ok('redis', 'REDIS_URL is unset: the server counts by itself.')];
  try {
    const began = performance.now();
    const { time, answerMs } = await timeOfRedis(REDIS_URL);
    const now = clock.now().getTime();
    const finding = `It answers in ${Math.ceil(answerMs)} ms.`;
    return [
      answerMs <= REDIS_TIMEOUT_MS
        ? ok('redis', finding)
        : warning(
            'redis',
            `${finding} REDIS_TIMEOUT_MS is ${REDIS_TIMEOUT_MS}: requests are counted without it.`,
            'Run it nearer, or raise REDIS_TIMEOUT_MS.',
          ),
      checkClock('Redis server', time, now, performance.now() - began),
    ];
  } catch (error) {
    const finding = `It does not count: ${reasonOf(error)}.`;
    const advice = 'Each process counts for itself until it does. Check REDIS_URL and the server.';
    return [problem('redis', finding, advice)];
  }
}
