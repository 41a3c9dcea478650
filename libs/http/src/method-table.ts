import { distance } from 'fastest-levenshtein';
import type { FastifyInstance, onRouteHookHandler } from 'fastify';
import { surfaceAt, type SurfaceName } from './surfaces/surfaces.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods supported at a path, or none if the path is unknown. */
    allowedMethods(path: string): string[];
    /** Returns the known path most similar to an unknown one. */
    nearestPath(path: string): string | undefined;
  }
}

/**
 * Records the methods of each path, to tell 404 from 405 and to fill `Allow`
 * (RFC 9110, section 15.5.6).
 */
export function rememberMethods(instance: FastifyInstance): onRouteHookHandler {
  const routes: Route[] = [];
  instance.decorate('allowedMethods', (path) => [
    ...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ]);
  instance.decorate('nearestPath', (path) => nearest(path, routes));
  return ({ url, method }) => {
    if (url.includes('*')) return;
    routes.push({ url, pattern: toPattern(url), methods: [method].flat() });
  };
}

interface Route {
  url: string;
  pattern: RegExp;
  methods: string[];
}

/** Maximum path length for suggestions. */
const LONGEST_PATH = 100;

/** Surfaces for programs, whose paths are suggested outside `/admin`. */
const PUBLIC_SURFACES: readonly SurfaceName[] = ['api', 'description', 'tiles'];

/** Returns the most similar path: an admin route for an admin path, otherwise a public one. */
function nearest(path: string, routes: readonly Route[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const surfaces = surfaceAt(path) === 'admin' ? ['admin'] : PUBLIC_SURFACES;
  const wanted = path.replace(/\/$/, '').split('/');
  const relative = withoutBase(wanted.join('/').toLowerCase());
  // At another depth, it is unclear which segment is the value of a parameter.
  const depth = relative.split('/').length;
  const isSameDepth = (url: string) => withoutBase(url).split('/').length === depth;
  return routes
    .filter(({ url }) => surfaces.includes(surfaceAt(url)))
    .filter(({ url }) => isSameDepth(url) || !url.includes(':'))
    .map(({ url }) => {
      const filled = like(url, wanted);
      // Parameters match anything, so only the rest of the path makes a route similar.
      const fixed = withoutBase(url).replace(/:\w+/g, '').length;
      const edits = distance(relative, withoutBase(filled.toLowerCase()));
      return { filled, edits, isSimilar: edits <= Math.max(2, Math.ceil(fixed / 3)) };
    })
    .filter(({ filled, isSimilar }) => isSimilar && filled !== path)
    .sort((a, b) => a.edits - b.edits)[0]?.filled;
}

/** File extension, which no value of a parameter has. */
const EXTENSION = /\.[a-z]+$/;

/** Returns a route's path with its parameters filled from the requested path. */
function like(url: string, wanted: readonly string[]): string {
  const segments = url.replace(/\/$/, '').split('/');
  const offset = wanted.length - segments.length;
  return segments
    .map((segment, i) => {
      const value = wanted[i + offset]?.replace(EXTENSION, '');
      return segment.replace(/^:\w+/, (parameter) => value ?? parameter);
    })
    .join('/');
}

/** Removes the common prefix of API paths, so that only the remainder is compared. */
function withoutBase(path: string): string {
  return path.replace(/^(\/api)?(\/v\d+)?(?=\/)/, '');
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
