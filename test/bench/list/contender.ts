import type { Load } from '../support/load.ts';

/** A running server and the requests of its rounds. */
export interface Contender {
  name: string;
  url: string;
  pid: number;
  headers: Record<string, string>;
  expected: Load['expected'];
  connections: number;
  /** Returns the paths that a round requests. */
  paths(): Pick<Load, 'paths' | 'once'>;
  /** Returns the number of requests charged to its key so far, if it has one. */
  counted?(): Promise<number>;
  stop(): Promise<void>;
}

export const LIST = '/api/v1/businesses';

/** Names of the bare servers that the others are compared with. */
export const NODE_HTTP = 'bare node:http';
export const NEST = 'bare Nest';
