/** What the directory held at one version: read from one state of it, so that nothing is mixed. */
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
 * `DirectoryReadInterceptor` to do only when nobody holds the answer already.
 */
export class DirectoryRead<T extends object | string = object | string> {
  /**
   * @param criteria everything besides the version that the answer depends on: parameters with their
   * defaults filled in, and a definite instant where the time matters
   * @param until when the same parameters will be other criteria, because of a time left to "now"
   */
  constructor(
    readonly criteria: object,
    readonly read: () => Promise<Snapshot<T>>,
    readonly until?: Date,
  ) {}
}
