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

export function accessOf(reflector: Reflector, context: ExecutionContext): Access | undefined {
  return reflector.getAllAndOverride<Access | undefined>(ACCESS, [
    context.getHandler(),
    context.getClass(),
  ]);
}
