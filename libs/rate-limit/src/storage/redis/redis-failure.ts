/** What the first word of an answer that refuses a command means (Redis: "Errors in RESP"). */
const REFUSALS: Record<string, string> = {
  CLUSTERDOWN: 'the cluster does not serve all of its slots',
  LOADING: 'it is still loading its data',
  MASTERDOWN: 'it is a replica that has lost its master',
  MISCONF: 'it cannot save its data and so takes no writes',
  MOVED: 'its slots are at other nodes; for a cluster, write redis-cluster:// in REDIS_URL',
  NOAUTH: 'it asks for a password, and REDIS_URL has none',
  NOPERM: 'the user of REDIS_URL may not do what counting takes',
  NOREPLICAS: 'it has fewer replicas than it needs to take writes',
  OOM: 'its memory is full',
  READONLY: 'it is a replica that takes no writes',
  WRONGPASS: 'it does not take the user name or password of REDIS_URL',
};

/** What errors of the connection mean (Node.js: "Common system errors"). */
const CONNECTION: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it ends connections; if it speaks TLS, write rediss in place of redis in REDIS_URL',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENOTFOUND: 'its name has no address',
  EPROTO: 'TLS with it fails; if it speaks none, write redis in place of rediss in REDIS_URL',
  ETIMEDOUT:
    'it does not take a connection in time; if it speaks no TLS, write redis in place of rediss in REDIS_URL',
};

const OTHERS: [RegExp, string][] = [
  [/^ERR DB index is out of range/, 'it has no database of the number in REDIS_URL'],
  [/cluster support disabled/, 'it is no cluster: write redis:// in REDIS_URL'],
  [
    /^Unknown RESP type|^Protocol error/,
    'what answers there is not Redis; if it speaks TLS, write rediss in place of redis in REDIS_URL',
  ],
  [/certificate/, 'its certificate is not trusted'],
];

/** Why the store does not count, as part of a sentence and without secrets. */
export function explainRedisFailure(error: Error): string {
  const { code = '', lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: Error };
  if (lastNodeError) return explainRedisFailure(lastNodeError);
  const [word = ''] = error.message.split(' ', 1);
  const name = CONNECTION[code] ? code : REFUSALS[word] ? word : undefined;
  if (name) return `${CONNECTION[name] ?? REFUSALS[name]} (${name})`;
  // Words of the server's are of any length.
  return (
    OTHERS.find(([pattern]) => pattern.test(error.message))?.[1] ?? error.message.slice(0, 200)
  );
}
