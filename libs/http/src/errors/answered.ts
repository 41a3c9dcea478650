/**
 * Thrown by a guard that has sent the answer itself, for Nest knows no other way to end a request's
 * handling there without a failure.
 */
export class Answered extends Error {
  /** Made once: an error's stack is most of its cost. */
  static readonly already = new Answered('The request is answered.');
}
