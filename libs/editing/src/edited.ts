import type { FastifyReply } from 'fastify';
import { type Success, success } from '#libs/http/src/envelope.js';
import { revisionTag } from './precondition.js';

/** A record as admins see it, with the number of the state that it is in. */
export interface Edited<T> {
  record: T;
  revision: number;
  /** What is said beside it of the change that led to it: further members of the answer. */
  remarks?: object;
}

/** The record in the envelope with the remarks beside it, and its ETag for the next If-Match. */
export function answerEdited<T>(reply: FastifyReply, edited: Edited<T>): Success<T> {
  void reply.header('ETag', revisionTag(edited.revision));
  return { ...success(edited.record), ...edited.remarks };
}
