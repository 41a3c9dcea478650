import { createRedis } from './connect-redis.js';
import { RedisStorage } from './redis.storage.js';

/** The windows in the store that several processes share, for one that does not count. */
export async function openSharedWindows(url: string) {
  const windows = new RedisStorage(createRedis(url));
  await windows.connect();
  return windows;
}
