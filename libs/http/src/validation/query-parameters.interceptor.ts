import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { requestOf } from '../request-context.js';
import { isInputClass } from './input.pipe.js';
import { inputRefusal } from './input-refusal.js';
import { abbreviate, knownFields, notKnown } from './known-fields.js';

const IGNORES_UNKNOWN = 'ignores-unknown-parameters';

/** Allows any query parameters, however encoded, on a page or on a route whose clients add their own. */
export const IgnoresUnknownParameters = () => SetMetadata(IGNORES_UNKNOWN, true);

type Parameters = ReadonlySet<string> | 'any';

/**
 * Refuses query parameters that the class of the route's `@Query()` doesn't declare; a route without one
 * accepts none. Also refuses values that can't be decoded, which parsing leaves as they are.
 *
 * It is an interceptor because it must run after the guards, which check credentials first, and because a
 * pipe doesn't run on routes without input.
 */
@Injectable()
export class QueryParametersInterceptor implements NestInterceptor {
  private readonly known = new WeakMap<WeakKey, Parameters>();

  constructor(private readonly reflector: Reflector) {}

  /** @throws ApiError `invalid_parameter` */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query, url } = requestOf(context);
    const given = Object.keys(query as object);
    if (given.length > 0) this.refuseInvalid(given, url, this.parametersOf(context));
    return next.handle();
  }

  private refuseInvalid(given: string[], url: string, known: Parameters): void {
    if (known === 'any') return;
    const unknown = given.filter((name) => !known.has(name));
    const problems = [
      ...unknown.map((field) => ({ field, message: () => notKnown(field, known) })),
      ...wronglyEncoded(url).map((field) => ({
        field,
        message: () =>
          `${abbreviate(field)} must be percent-encoded UTF-8, such as %C3%A9 for é and %25 for %.`,
      })),
    ];
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
  }

  private parametersOf(context: ExecutionContext): Parameters {
    const handler = context.getHandler();
    let known = this.known.get(handler);
    if (!known) {
      const targets = [handler, context.getClass()];
      known = this.reflector.getAllAndOverride<true | undefined>(IGNORES_UNKNOWN, targets)
        ? 'any'
        : declaredParameters(context.getClass(), handler.name);
      this.known.set(handler, known);
    }
    return known;
  }
}

/** Returns the names of the parameters that can't be decoded. */
function wronglyEncoded(url: string): string[] {
  return url
    .slice(url.indexOf('?') + 1)
    .split('&')
    .filter((parameter) => !isDecodable(parameter))
    .map((parameter) => parameter.split('=', 1)[0]!);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the parameters that a handler's `@Query()` declares. Nest's keys are "parameter type:position". */
function declaredParameters(controller: object, handler: string): ReadonlySet<string> {
  const kinds = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as object | undefined;
  const types = Reflect.getMetadata(
    'design:paramtypes',
    (controller as { prototype: object }).prototype,
    handler,
  ) as unknown[] | undefined;
  const classes = Object.keys(kinds ?? {})
    .map((key) => key.split(':').map(Number) as [number, number])
    .filter(([kind]) => kind === (RouteParamtypes.QUERY as number))
    .map(([, position]) => types?.[position])
    .filter(isInputClass);
  return new Set(classes.flatMap((each) => [...knownFields(each)]));
}
