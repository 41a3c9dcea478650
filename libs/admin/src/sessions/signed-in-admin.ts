import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/http/src/exchange.js';

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** Client address. */
  address: string;
  /** Id of the HTTP request. */
  httpRequestId?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need an admin. */
    admin?: SignedInAdmin;
  }
}

/** The signed-in admin, on a route that declares `@RequiresAdmin()`. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedInAdmin => {
    const { admin } = requestOf(context);
    if (!admin) throw new Error('@CurrentAdmin() requires a route with @RequiresAdmin().');
    return admin;
  },
);
