import { once } from 'node:events';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisServers } from '#libs/config/src/redis-url.js';

/** Options: commands that can't be sent fail immediately, nothing is sent twice, and silent connections are replaced. */
const CONNECTION = {
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  socketTimeout: 2_000,
  // The master was demoted to a replica. Reconnecting finds its successor.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
} satisfies RedisOptions;

/** Options: requests share a round trip and never wait for a connection. */
const COMMANDS = {
  lazyConnect: true,
  enableAutoPipelining: true,
  enableOfflineQueue: false,
  enableReadyCheck: false,
};

const delayBeforeAttempt = (attempt: number) => Math.min(50 * attempt, 500);

/** Connects to a server, to the master named by sentinels, or to a cluster. */
export function createRedis(url: string): Redis | Cluster {
  const servers = parseRedisUrl(url)!;
  return servers.kind === 'cluster' ? createCluster(servers) : createSingle(servers);
}

/**
 * Settles when connected or when the first attempt failed; ioredis then keeps retrying. Its own
 * promise would wait until a sentinel responds.
 */
export async function connectRedis(redis: Redis | Cluster): Promise<void> {
  await Promise.race([redis.connect(), once(redis, 'error')]).catch(() => {});
}

type Of<Kind> = Extract<RedisServers, { kind: Kind }>;

function createSingle(servers: Of<'server'> | Of<'sentinel'>): Redis {
  const options = { ...CONNECTION, ...COMMANDS, retryStrategy: delayBeforeAttempt };
  if (servers.kind === 'server') return new Redis(servers.url, options);
  const { isEncrypted, nodes, masterName, database, sentinelPassword } = servers;
  return new Redis({
    ...options,
    ...credentials(servers),
    sentinels: nodes,
    name: masterName,
    db: database,
    sentinelPassword,
    sentinelRetryStrategy: delayBeforeAttempt,
    sentinelCommandTimeout: 1_000,
    ...(isEncrypted && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}

function createCluster(servers: Of<'cluster'>): Cluster {
  return new Cluster(servers.nodes, {
    ...COMMANDS,
    clusterRetryStrategy: delayBeforeAttempt,
    // Redirections have executed nothing; what else fails may have.
    maxRedirections: 3,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 1_000,
    redisOptions: { ...CONNECTION, ...credentials(servers) },
    // Certificates contain names, so connect to names.
    ...(servers.isEncrypted && { dnsLookup: (name, found) => found(null, name) }),
  });
}

function credentials({ user, password, isEncrypted }: RedisServers): RedisOptions {
  return { username: user, password, ...(isEncrypted && { tls: {} }) };
}
