import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';

const SCRIPT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {hits, redis.call('PTTL', KEYS[1])}`;

/** The throttler's counters in Redis, in the least code that counts correctly. */
export class RedisThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly redis: Redis) {}

  async increment(key: string, ttl: number, limit: number) {
    const [totalHits, left] = (await this.redis.eval(SCRIPT, 1, key, ttl)) as [number, number];
    const timeToExpire = Math.ceil(left / 1000);
    const isBlocked = totalHits > limit;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: timeToExpire };
  }
}
