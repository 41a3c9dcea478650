import type { Representation } from './representation.js';

/**
 * Result of a route that reads the directory. It contains the function that reads the response,
 * which `ResponseCacheInterceptor` calls only if the response is not cached.
 */
export class CacheableRead {
  /**
   * @param until time at which the response becomes outdated even if the directory does not change;
   * the representation can set it instead if it depends on the data
   */
  constructor(
    readonly read: () => Promise<Representation>,
    readonly until?: Date,
  ) {}
}
