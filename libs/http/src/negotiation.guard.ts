import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import Negotiator from 'negotiator';
import { ApiError } from './errors/api-error.js';
import { requestOf } from './exchange.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the caller prefers of what the route sends; undefined for the first of it. */
    preferredType?: string;
  }
}

/** Where `@ApiProduces` of @nestjs/swagger keeps what it was told. */
const PRODUCES = 'swagger/apiProduces';

/**
 * Chooses of what the route sends, which is JSON, or what its `@ApiProduces` says, what the caller
 * prefers, and refuses callers who accept nothing of it (RFC 9110, section 12.5.1).
 */
@Injectable()
export class NegotiationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { headers } = request;
    if (headers.accept === undefined || headers.accept === '*/*') return true;
    const produced = this.reflector.getAllAndOverride<string[] | undefined>(PRODUCES, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['application/json'];
    const preferred = new Negotiator({ headers }).mediaType(produced);
    if (preferred) {
      if (preferred !== produced[0]) request.preferredType = preferred;
      return true;
    }
    throw new ApiError(
      'not_acceptable',
      `This address answers ${produced.join(' or ')}; send Accept: ${produced[0]}, or leave it out.`,
    );
  }
}
