import type { FastifyReply } from 'fastify';
import { type Success, success } from '#libs/http/src/envelope.js';
import { revisionTag } from './precondition.js';

/** A record as admins see it, with the number of the state that it is in. */
export interface Edited<T> {
  record: T;
  revision: number;
}

/** The record in the envelope, and its ETag for the next If-Match. */
export function answerEdited<T>(reply: FastifyReply, { record, revision }: Edited<T>): Success<T> {
  void reply.header('ETag', revisionTag(revision)).header('Cache-Control', 'no-store');
  return success(record);
}
