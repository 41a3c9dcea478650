import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import Negotiator from 'negotiator';
import { ApiError } from './errors/api-error.js';
import { requestOf } from './exchange.js';

/** Where `@ApiProduces` of @nestjs/swagger keeps what it was told. */
const PRODUCES = 'swagger/apiProduces';

/**
 * Refuses callers who accept nothing that the route sends: JSON, or what its `@ApiProduces` says
 * (RFC 9110, section 12.5.1).
 */
@Injectable()
export class NegotiationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = requestOf(context);
    if (headers.accept === undefined || headers.accept === '*/*') return true;
    const produced = this.reflector.getAllAndOverride<string[] | undefined>(PRODUCES, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['application/json'];
    if (new Negotiator({ headers }).mediaType(produced)) return true;
    throw new ApiError(
      'not_acceptable',
      `This address answers ${produced.join(' or ')}; send Accept: ${produced[0]}, or leave it out.`,
    );
  }
}
