/** One round of load. */
export interface Load {
  /** Origin, without a trailing slash. */
  url: string;
  headers: Record<string, string>;
  /** Paths to request, divided among the connections if `once` is true. */
  paths: string[];
  /** True if each path is requested at most once; the round then ends after the last path. */
  once: boolean;
  seconds: number;
  connections: number;
  /** Required status and size of every response. */
  expected: { status: number; bytes?: number };
}

export interface LoadResult {
  answered: number;
  /** Duration of the round. */
  seconds: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  /** Share of a core that the load generator used. */
  core: number;
  /** Number of responses that were read and compared with the request. */
  read: number;
}
