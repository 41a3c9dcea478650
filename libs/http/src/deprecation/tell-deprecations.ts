import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deprecation } from './deprecated.decorator.js';

/** Where what is deprecated is told of, on this server. */
const PAGE = '/developers#deprecated';

/** An operation as it is called, such as "GET /api/v1/businesses/:idOrSlug". */
export interface DeprecatedOperation extends Deprecation {
  operation: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
  interface FastifyInstance {
    /** Every operation that is deprecated. */
    deprecations: readonly DeprecatedOperation[];
  }
}

/** Says of each operation that is deprecated that it is. To be called before any route is registered. */
export function tellDeprecations(instance: FastifyInstance): void {
  const deprecations: DeprecatedOperation[] = [];
  instance.decorate('deprecations', deprecations);
  instance.addHook('onRoute', ({ url, method, config }) => {
    const { deprecation } = config ?? {};
    if (deprecation && method !== 'HEAD') {
      deprecations.push({ ...deprecation, operation: `${[method].flat()[0]} ${url}` });
    }
  });
  instance.addHook('onRequest', (request, reply, done) => {
    const { deprecation } = request.routeOptions.config;
    if (deprecation) void reply.headers(headersOf(deprecation));
    done();
  });
}

/** What a request calls, where that is deprecated. HEAD is as GET. */
export function deprecatedOperationOf({ method, routeOptions }: FastifyRequest) {
  if (!routeOptions.config.deprecation) return undefined;
  return `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
}

function headersOf({ since, sunset }: Deprecation): Record<string, string> {
  return {
    // RFC 9745, section 2.1: a date of structured fields (RFC 9651, section 3.3.7).
    Deprecation: `@${new Date(since).getTime() / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${PAGE}>; rel="deprecation"; type="text/html"`,
  };
}
