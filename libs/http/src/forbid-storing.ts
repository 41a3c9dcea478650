import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { surfaceAt, SURFACES } from './surfaces/surfaces.js';

const noStore: onSendHookHandler = (_request, reply, _payload, done) => {
  void reply.header('Cache-Control', 'no-store');
  done();
};

/**
 * Keeps what some surfaces answer, such as that of admins, out of the caches of browsers and proxies
 * (RFC 9111, section 5.2.2.5), whatever else sets the header. To be called before any route is registered. Paths without
 * a route are answered by the error filter, which does the same for every error.
 */
export function forbidStoring(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    const surface = route.config?.surface ?? surfaceAt(route.url);
    if (!SURFACES[surface].isStorable) route.onSend = [...[route.onSend ?? []].flat(), noStore];
  });
}
