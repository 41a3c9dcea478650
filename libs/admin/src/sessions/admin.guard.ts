import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { accessOf } from '#libs/http/src/access.guard.js';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { requestOf, type SignedInAdmin } from '#libs/http/src/request-context.js';
import { SessionsService } from './sessions.service.js';

/** Admits only signed-in admins to the routes that need one. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws ApiError `unauthorized`, with the challenge of RFC 6750, section 3 */
  canActivate(context: ExecutionContext): true | Promise<true> {
    return accessOf(this.reflector, context) === 'admin' ? this.admit(requestOf(context)) : true;
  }

  private async admit(request: FastifyRequest): Promise<true> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) {
      throw unauthorized('Sign in at POST /admin/token and send the token as a bearer token.', '');
    }
    const admin = await this.sessions.find(token, clientAddress(request));
    if (!admin) {
      throw unauthorized(
        'The token is invalid or expired. Sign in again.',
        ', error="invalid_token"',
      );
    }
    request.context.admin = { ...admin, httpRequestId: request.id };
    return true;
  }
}

function unauthorized(message: string, parameters: string): ApiError {
  return new ApiError('unauthorized', message, {
    headers: { 'WWW-Authenticate': `Bearer realm="admin"${parameters}` },
  });
}

/** The signed-in admin, on a route that declares `@RequiresAdmin()`. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedInAdmin => {
    const { admin } = requestOf(context).context;
    if (!admin) throw new Error('@CurrentAdmin() requires a route with @RequiresAdmin().');
    return admin;
  },
);
