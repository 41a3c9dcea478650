import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import Negotiator from 'negotiator';
import { ApiError } from './errors/api-error.js';
import { requestOf } from './request-context.js';

/** Metadata key of `@ApiProduces` in @nestjs/swagger. */
const PRODUCES = 'swagger/apiProduces';

/** Media type parameter other than the weight. Clients send back those of the response, such as `charset`. */
const PARAMETER = /;(?!\s*q=)[^;,]*/gi;

/**
 * Selects the client's preferred media type among the route's `@ApiProduces` types (JSON by default), and
 * refuses clients that accept none of them (RFC 9110, section 12.5.1). The parameter `format` overrides
 * the header.
 */
@Injectable()
export class NegotiationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { accept } = request.headers;
    if (!accept || accept === '*/*') return true;
    if ((request.query as { format?: unknown }).format !== undefined) return true;
    const produced = this.reflector.getAllAndOverride<string[] | undefined>(PRODUCES, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['application/json'];
    const headers = { accept: accept.replace(PARAMETER, '') };
    const preferred = new Negotiator({ headers }).mediaType(produced);
    if (preferred) {
      if (preferred !== produced[0]) request.context.preferredType = preferred;
      return true;
    }
    throw new ApiError(
      'not_acceptable',
      `This endpoint returns ${produced.join(' or ')}. Send Accept: ${produced[0]}, or omit the header.`,
    );
  }
}
