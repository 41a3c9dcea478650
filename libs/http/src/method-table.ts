import { distance } from 'fastest-levenshtein';
import type { FastifyInstance } from 'fastify';
import { surfaceAt } from './surfaces/surfaces.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that some route answers at a path; none where there is no such path. */
    allowedMethods(path: string): string[];
    /** The path of the API, or of its admins', that one where there is nothing is most like. */
    nearestPath(path: string): string | undefined;
  }
}

/**
 * Remembers which methods each path takes, for the difference between 404 and 405 and for `Allow`
 * (RFC 9110, section 15.5.6). To be called before any route is registered.
 */
export function rememberMethods(instance: FastifyInstance): void {
  const routes: Route[] = [];
  instance.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    routes.push({ url, pattern: toPattern(url), methods: [method].flat() });
  });
  instance.decorate('allowedMethods', (path) => [
    ...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ]);
  instance.decorate('nearestPath', (path) => nearest(path, routes));
}

interface Route {
  url: string;
  pattern: RegExp;
  methods: string[];
}

/** Longer paths are not compared. */
const LONGEST_PATH = 100;

/** The most similar path: among the routes of admins for an address among those, else among the API's. */
function nearest(path: string, routes: readonly Route[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const surface = surfaceAt(path) === 'admin' ? 'admin' : 'api';
  const wanted = path.toLowerCase().replace(/\/$/, '').split('/');
  const known = new Set(
    routes.filter(({ url }) => surfaceAt(url) === surface).map(({ url }) => like(url, wanted)),
  );
  return [...known]
    .map((url) => ({ url, edits: distance(withoutBase(wanted.join('/')), withoutBase(url)) }))
    .filter(({ url, edits }) => edits <= Math.max(2, withoutBase(url).length / 3))
    .sort((a, b) => a.edits - b.edits)[0]?.url;
}

/** The path of a route, with what was asked for in place of its parameters. */
function like(url: string, wanted: readonly string[]): string {
  const segments = url.replace(/\/$/, '').split('/');
  const offset = wanted.length - segments.length;
  return segments
    .map((segment, i) => (segment.startsWith(':') ? (wanted[i + offset] ?? segment) : segment))
    .join('/');
}

/** What sets paths apart: not that they begin as those of the API do, or ought to. */
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
