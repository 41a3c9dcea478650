import type { Representation } from './representation.js';

/**
 * What a route that reads the directory returns: not the answer but how to read it, for
 * `DirectoryReadInterceptor` to do only when nobody holds the answer already.
 */
export class DirectoryRead {
  /**
   * @param criteria everything besides the version that the answer depends on: parameters with their
   * defaults filled in, and a definite instant where the time matters
   * @param until when the same parameters will be other criteria, or none that are answered
   */
  constructor(
    readonly criteria: object,
    readonly read: () => Promise<Representation>,
    readonly until?: Date,
  ) {}
}
