import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type SignedInAdmin, requestOf } from '#libs/http/src/request-context.js';

export type { SignedInAdmin };

/** The signed-in admin, on a route that declares `@RequiresAdmin()`. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedInAdmin => {
    const { admin } = requestOf(context).context;
    if (!admin) throw new Error('@CurrentAdmin() requires a route with @RequiresAdmin().');
    return admin;
  },
);
