import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onRouteHookHandler,
} from 'fastify';
import type { Deprecation } from './deprecated.decorator.js';

/** Page that lists deprecated operations. */
const PAGE = '/developers#deprecated';

/** A deprecated operation, with its method and path, such as "GET /api/v1/businesses/:idOrSlug". */
export interface DeprecatedOperation extends Deprecation {
  operation: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
  interface FastifyInstance {
    /** All deprecated operations. */
    deprecations: readonly DeprecatedOperation[];
  }
}

/** Lists the deprecated operations of an instance. */
export function listDeprecations(instance: FastifyInstance): onRouteHookHandler {
  const deprecations: DeprecatedOperation[] = [];
  instance.decorate('deprecations', deprecations);
  return ({ url, method, config }) => {
    const { deprecation } = config ?? {};
    if (deprecation && method !== 'HEAD') {
      deprecations.push({ ...deprecation, operation: `${[method].flat()[0]} ${url}` });
    }
  };
}

/** Adds deprecation headers to responses of deprecated operations. */
export const announceDeprecation: onRequestHookHandler = (request, reply, done) => {
  const { deprecation } = request.routeOptions.config;
  if (deprecation) void reply.headers(headersOf(deprecation));
  done();
};

/** Returns the deprecated operation that a request calls, if any. HEAD counts as GET. */
export function deprecatedOperationOf({ method, routeOptions }: FastifyRequest) {
  if (!routeOptions.config.deprecation) return undefined;
  return `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
}

function headersOf({ since, sunset }: Deprecation): Record<string, string> {
  return {
    // RFC 9745, section 2.1: a structured-field date (RFC 9651, section 3.3.7).
    Deprecation: `@${new Date(since).getTime() / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${PAGE}>; rel="deprecation"; type="text/html"`,
  };
}
