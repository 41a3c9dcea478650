/** What the directory held at one version: read in one statement, so that nothing is mixed. */
export interface Snapshot<T> {
  /** Of `DirectoryVersion`, in decimal digits. */
  version: string;
  /** Answered as JSON, unless it is text of the `contentType`. */
  body: T;
  contentType?: string;
  /** Where the thing is now, when it is no longer at this address: answered as 308. */
  movedTo?: string;
}

/**
 * What a route that reads the directory returns: not the answer but how to read it, for
 * `DirectoryReadInterceptor` to do only when the caller does not hold the answer already.
 */
export class DirectoryRead<T extends object | string = object | string> {
  /**
   * @param criteria everything besides the version that the answer depends on: parameters with their
   * defaults filled in, and a definite instant where the time matters
   */
  constructor(
    readonly criteria: object,
    readonly read: () => Promise<Snapshot<T>>,
  ) {}
}
