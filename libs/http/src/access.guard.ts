import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.js';
import { ApiError } from './errors/api-error.js';

/** Denies by default: a route that does not say who may call it is nobody's. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (accessOf(this.reflector, context)) return true;
    throw new ApiError('forbidden', 'This address is not open to callers.');
  }
}

/** What each handler says does not change, and is asked for several times a request. */
const known = new WeakMap<WeakKey, Access | undefined>();

export function accessOf(reflector: Reflector, context: ExecutionContext): Access | undefined {
  const handler = context.getHandler();
  if (!known.has(handler)) {
    known.set(handler, reflector.getAllAndOverride(ACCESS, [handler, context.getClass()]));
  }
  return known.get(handler);
}
