import type { onRouteHookHandler, onSendHookHandler } from 'fastify';

const omitLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) void reply.removeHeader('Content-Length');
  done(null, payload);
};

/**
 * Removes the `Content-Length: 0` that Fastify adds to a 304 to HEAD, because it would be the length
 * of the 200 response (RFC 9110, section 8.6).
 */
export const omitLengthOfNotModified: onRouteHookHandler = (route) => {
  if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), omitLength];
};
