import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.js';
import { ApiError } from './errors/api-error.js';

/** Denies access by default: rejects requests to a route that doesn't declare its access. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (accessOf(this.reflector, context)) return true;
    throw new ApiError('forbidden', 'This endpoint is not available to clients.');
  }
}

/** Access of each handler. It never changes, and several guards read it per request. */
const known = new WeakMap<WeakKey, Access | undefined>();

export function accessOf(reflector: Reflector, context: ExecutionContext): Access | undefined {
  const handler = context.getHandler();
  if (!known.has(handler)) {
    known.set(handler, reflector.getAllAndOverride(ACCESS, [handler, context.getClass()]));
  }
  return known.get(handler);
}
