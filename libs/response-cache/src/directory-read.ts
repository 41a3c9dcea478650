import type { Representation } from './representation.js';

/**
 * What a route that reads the directory returns: not the answer but how to read it, for
 * `DirectoryReadInterceptor` to do only when nobody holds the answer already.
 */
export class DirectoryRead {
  /**
   * @param until when the same address will have another answer, or none, though the directory stays
   * as it is; where that follows from what was read, the representation says so
   */
  constructor(
    readonly read: () => Promise<Representation>,
    readonly until?: Date,
  ) {}
}
