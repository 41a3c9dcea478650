/** Redis or Valkey servers named by a URL. */
export type RedisServers = {
  user?: string;
  password?: string;
  /** True if connections use TLS. */
  isEncrypted: boolean;
} & (
  | { kind: 'server'; url: string }
  | { kind: 'cluster'; nodes: RedisNode[] }
  | {
      kind: 'sentinel';
      nodes: RedisNode[];
      masterName: string;
      database: number;
      sentinelPassword?: string;
    }
);

interface RedisNode {
  host: string;
  port: number;
}

const FORM =
  /^(?<scheme>rediss?)(?:-(?<kind>cluster|sentinel))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;

/**
 * Parses a Redis URL. It may contain `user:password@`, and `rediss` instead of `redis` enables TLS.
 * Supported forms:
 *
 * - `redis://host:6379/0`
 * - `redis-cluster://host:6379,host:6379`
 * - `redis-sentinel://host:26379,host:26379/master-name/0?sentinelPassword=…`
 *
 * @returns undefined if the URL has none of these forms
 */
export function parseRedisUrl(text: string): RedisServers | undefined {
  const parts = FORM.exec(text)?.groups;
  if (!parts) return undefined;
  const { scheme, kind, hosts = '', path = '', query } = parts;
  const [user, password] = [parts.user, parts.password].map(decoded);
  if (user === null || password === null) return undefined;
  const shared = { user, password, isEncrypted: scheme === 'rediss' };
  if (!kind) {
    if (!URL.canParse(text) || hosts.includes(',')) return undefined;
    return /^\d*$/.test(path) ? { ...shared, kind: 'server', url: text } : undefined;
  }
  const nodes = hosts.split(',').map((host) => nodeAt(host, kind === 'cluster' ? 6379 : 26379));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  if (kind === 'cluster') {
    return path || query ? undefined : { ...shared, kind, nodes };
  }
  const [, masterName, database = '0'] = /^([^/]+)(?:\/(\d+))?$/.exec(path) ?? [];
  if (masterName === undefined) return undefined;
  const options = new URLSearchParams(query);
  const sentinelPassword = options.get('sentinelPassword') ?? undefined;
  options.delete('sentinelPassword');
  if (options.size > 0) return undefined;
  return {
    ...shared,
    kind: 'sentinel',
    nodes,
    masterName,
    database: Number(database),
    sentinelPassword,
  };
}

function nodeAt(text: string, defaultPort: number): RedisNode | undefined {
  if (!URL.canParse(`redis://${text}`)) return undefined;
  const { hostname, port } = new URL(`redis://${text}`);
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  return host ? { host, port: Number(port || defaultPort) } : undefined;
}

/** @returns null if the text is not URL-encoded correctly */
function decoded(text: string | undefined): string | null | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
