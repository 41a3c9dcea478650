import type { FastifyInstance, onSendHookHandler } from 'fastify';

const ADMIN = /^\/admin(\/|$)/;

const noStore: onSendHookHandler = (_request, reply, _payload, done) => {
  void reply.header('Cache-Control', 'no-store');
  done();
};

/**
 * Keeps what admins are answered out of the caches of browsers and proxies (RFC 9111, section
 * 5.2.2.5), whatever else sets the header. To be called before any route is registered. Paths without
 * a route are answered by the error filter, which does the same for every error.
 */
export function storeNoAdminAnswer(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    if (ADMIN.test(route.url)) route.onSend = [...[route.onSend ?? []].flat(), noStore];
  });
}
