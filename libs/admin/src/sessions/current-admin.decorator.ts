import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/http/src/exchange.js';
import type { SignedInAdmin } from './signed-in-admin.js';

/** The signed-in admin, on a route that declares `@RequiresAdmin()`. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedInAdmin => {
    const { admin } = requestOf(context);
    if (!admin) throw new Error('@CurrentAdmin() needs a route with @RequiresAdmin().');
    return admin;
  },
);
