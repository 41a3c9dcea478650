import type { Load } from '../support/load.ts';

/** A running server, and what is asked of it in each round. */
export interface Contender {
  name: string;
  url: string;
  pid: number;
  headers: Record<string, string>;
  expected: Load['expected'];
  /** What a round asks for. */
  paths(): Pick<Load, 'paths' | 'once'>;
  /** How many requests its key was charged so far, where it has one and tells. */
  counted?(): Promise<number>;
  stop(): Promise<void>;
}

export const LIST = '/api/v1/businesses';
