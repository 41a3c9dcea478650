import type { FastifyInstance } from 'fastify';
import { surfaceOf } from '../surfaces/surfaces.js';
import { AdmissionQueue } from './admission-queue.js';

/**
 * Begins requests, and sends answers, in batches: one by one takes 1.7 times as long (see
 * docs/performance.md). Requests that cannot be begun in time are refused.
 *
 * Unlike @fastify/under-pressure, which refuses all requests of the next second by the delay of the
 * last: refusing costs about as much as an answer from memory, so under enough of such requests the
 * delay would stay, and nobody would be served any more.
 */
export function serveInBatches(instance: FastifyInstance): void {
  const queue = new AdmissionQueue();
  instance.addHook('onRequest', (request, _reply, done) => {
    if (!surfaceOf(request).isQueued) return done();
    queue.add({ isAborted: () => request.socket.destroyed, begin: done, refuse: done });
  });
  instance.addHook('onSend', () => queue.endOfBatch());
}
