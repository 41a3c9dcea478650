import type { onRequestHookHandler } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import type { SignInThrottle } from './sign-in-throttle.js';

const ROUTE = '/admin/token';

/** Throttles sign-ins by address before their body is read. Guards run too late for that. */
export function throttleSignIns(throttle: SignInThrottle): onRequestHookHandler {
  return (request, _reply, done) => {
    if (request.method !== 'POST' || request.routeOptions.url !== ROUTE) return done();
    throttle.admitAddress(clientAddress(request)).then(() => done(), done);
  };
}
