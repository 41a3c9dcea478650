/** Explanations of Redis error codes (Redis: "Errors in RESP"). */
const REFUSALS: Record<string, string> = {
  CLUSTERDOWN: 'the cluster does not serve all of its slots',
  LOADING: 'it is still loading its data',
  MASTERDOWN: 'it is a replica that has lost its master',
  MISCONF: 'it cannot save its data and accepts no writes',
  MOVED: 'its slots are on other nodes; for a cluster, use redis-cluster:// in REDIS_URL',
  NOAUTH: 'it requires a password, and REDIS_URL has none',
  NOPERM: 'the user in REDIS_URL lacks the permissions for counting',
  NOREPLICAS: 'it has fewer replicas than it needs to accept writes',
  OOM: 'its memory is full',
  READONLY: 'it is a replica that accepts no writes',
  WRONGPASS: 'it rejects the user name or password in REDIS_URL',
};

/** Explanations of connection errors (Node.js: "Common system errors"). */
const CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it ends connections; if it speaks TLS, write rediss in place of redis in REDIS_URL',
  EAI_AGAIN: 'its name could not be resolved',
  EHOSTUNREACH: 'there is no way to it',
  ENOTFOUND: 'its name has no address',
  EPROTO:
    'the TLS handshake fails; if it speaks no TLS, write redis in place of rediss in REDIS_URL',
  ETIMEDOUT:
    'it does not accept a connection in time; if it speaks no TLS, write redis in place of rediss in REDIS_URL',
};

const OTHERS: [RegExp, string][] = [
  [/^ERR DB index is out of range/, 'it has no database with the number in REDIS_URL'],
  [/^All sentinels are unreachable/, 'no sentinel in REDIS_URL names the master'],
  [/cluster support disabled/, 'it is no cluster: write redis:// in REDIS_URL'],
  [
    /^Unknown RESP type|^Protocol error/,
    'what answers there is not Redis; if it speaks TLS, write rediss in place of redis in REDIS_URL',
  ],
  [/certificate/, 'its certificate is not trusted'],
  [/^Socket timeout/, 'it does not respond'],
];

/** Returns why the store can't count, as part of a sentence and without secrets. */
export function explainRedisFailure(error: Error): string {
  const { code = '', lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  if (lastNodeError) return explainRedisFailure(lastNodeError);
  const [word = ''] = error.message.split(' ', 1);
  const name = CONNECTION[code] ? code : REFUSALS[word] ? word : undefined;
  if (name) return `${CONNECTION[name] ?? REFUSALS[name]} (${name})`;
  // Server messages can have any length.
  return (
    OTHERS.find(([pattern]) => pattern.test(error.message))?.[1] ?? error.message.slice(0, 200)
  );
}
