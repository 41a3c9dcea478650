import type { onRouteHookHandler, onSendHookHandler } from 'fastify';

const noStore: onSendHookHandler = (_request, reply, _payload, done) => {
  void reply.header('Cache-Control', 'no-store');
  done();
};

/**
 * Sets `Cache-Control: no-store` (RFC 9111, section 5.2.2.5) on responses of surfaces that must not be
 * cached, such as the admin API, overriding any other value. The error filter does the same for every
 * error, including unknown paths.
 */
export const forbidStoring: onRouteHookHandler = (route) => {
  if (!route.config?.traits?.isStorable) route.onSend = [...[route.onSend ?? []].flat(), noStore];
};
