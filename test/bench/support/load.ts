/** What a round of load does. */
export interface Load {
  /** Origin, without a trailing slash. */
  url: string;
  headers: Record<string, string>;
  /** Asked for in turn by all connections together. */
  paths: string[];
  /** Whether each path is asked for at most once: then the round ends when there are no more. */
  once: boolean;
  seconds: number;
  connections: number;
  /** What every answer must have. */
  expected: { status: number; bytes?: number };
}

export interface LoadResult {
  answered: number;
  /** How long the round was. */
  seconds: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  /** Which share of a core the load generator used. */
  core: number;
  /** How many answers were read whole and held against what was asked for. */
  read: number;
}
