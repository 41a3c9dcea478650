import type { FastifyReply } from 'fastify';
import { type Success, success } from '#libs/http/src/envelope.js';
import { revisionTag } from './precondition.js';

/** Record as admins see it, with its revision. */
export interface Edited<T> {
  record: T;
  revision: number;
  /** Extra members of the response that comment on the change. */
  remarks?: object;
}

/**
 * Sets the ETag for the next If-Match and returns the record and the remarks in the response
 * envelope.
 */
export function respondWithEdited<T>(reply: FastifyReply, edited: Edited<T>): Success<T> {
  void reply.header('ETag', revisionTag(edited.revision));
  return { ...success(edited.record), ...edited.remarks };
}
