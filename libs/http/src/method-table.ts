import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that some route answers at a path; none where there is no such path. */
    allowedMethods(path: string): string[];
  }
}

/**
 * Remembers which methods each path takes, for the difference between 404 and 405 and for `Allow`
 * (RFC 9110, section 15.5.6). To be called before any route is registered.
 */
export function rememberMethods(instance: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  instance.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    routes.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  instance.decorate('allowedMethods', (path) => [
    ...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ]);
}

function toPattern(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) =>
      segment.replace(/:\w+|[.*+?^${}()|[\]\\]/g, (found) =>
        found.startsWith(':') ? '[^/]+' : `\\${found}`,
      ),
    );
  return new RegExp(`^${segments.join('/')}/?$`);
}
