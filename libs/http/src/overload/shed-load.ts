import type { FastifyInstance } from 'fastify';
import { EventLoopTurns } from './event-loop-turns.js';
import { OverloadError } from './overload.error.js';

/** What operators need most while there is too much of all else. */
const EXEMPT = /^\/(health|metrics|admin)(?=[/?]|$)/;

/**
 * Refuses requests that this process would come to too late, as early as it can.
 *
 * Unlike @fastify/under-pressure, which refuses all requests of the next second by the delay of the
 * last: refusing costs about as much as an answer from memory, so under enough of such requests the
 * delay would stay, and nobody would be served any more.
 */
export function shedLoad(instance: FastifyInstance): void {
  const turns = new EventLoopTurns();
  instance.addHook('onRequest', (request, _reply, done) => {
    if (turns.isOverloaded() && !EXEMPT.test(request.url)) done(OverloadError.of.event_loop);
    else done();
  });
}
