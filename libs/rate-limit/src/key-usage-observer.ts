/** What became of a request with a known key: answered (whatever the answer), or refused. */
export type Verdict = 'allowed' | 'refused';

/** Is told of each request that is counted against a key. The keys library provides it. */
export abstract class KeyUsageObserver {
  /** Must neither throw nor wait: it is called on the request's path. */
  abstract record(keyId: string, verdict: Verdict): void;
}
