import { ApiError } from '#libs/http/src/errors/api-error.js';

/** The entity tag of a record that counts its changes. */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/** Optimistic locking by If-Match (RFC 9110, section 13.1.1; for its absence RFC 6585, section 3). */
export class Precondition {
  constructor(private readonly ifMatch: string | undefined) {}

  /** @throws ApiError `precondition_required` or `precondition_failed`, the latter with the present ETag */
  check(revision: number): void {
    if (this.ifMatch === undefined) {
      throw new ApiError(
        'precondition_required',
        'Send If-Match with the ETag of the state that your change is based on.',
      );
    }
    const tag = revisionTag(revision);
    const named = this.ifMatch.split(',').map((item) => item.trim());
    // The bare number is what people type.
    if (['*', tag, String(revision)].some((right) => named.includes(right))) return;
    throw new ApiError(
      'precondition_failed',
      `It has been changed since: it is at ${tag} now. Read it again, and change that.`,
      { headers: { ETag: tag } },
    );
  }
}
