import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/http/src/exchange.js';

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** The client's address. */
  address: string;
  /** What the request is called. */
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
    if (!admin) throw new Error('@CurrentAdmin() needs a route with @RequiresAdmin().');
    return admin;
  },
);
