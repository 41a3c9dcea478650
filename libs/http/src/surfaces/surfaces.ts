import type { FastifyRequest, onRouteHookHandler } from 'fastify';

/**
 * Rate limit that a request counts against. `api` belongs to the API key or client address and is reported in
 * the rate-limit headers. The others belong to the client address: pages, files loaded by pages, and
 * administration and monitoring.
 */
export type Budget = 'api' | 'page' | 'file' | 'operator';

/** Properties shared by all routes of a surface. */
export interface Traits {
  /** Path prefix of its routes, and of unknown paths that count as part of it. */
  prefix: string;
  /** Budget of its requests unless a route declares another. */
  budget: Budget;
  /** Counts requests with a key against the key instead. */
  acceptsKey: boolean;
  /** Allows web pages of any origin to read its responses (Fetch Standard, "CORS protocol"). */
  isCrossOrigin: boolean;
  /** Puts its requests in the admission queue. Endpoints that operators need under overload skip it. */
  isQueued: boolean;
  /** Allows caches to store its responses. */
  isStorable: boolean;
  /** Listener that serves it if admins have a separate one. */
  listener: 'public' | 'admin' | 'each';
  /** Serves health probes, which may send any Host header. */
  isForProbes: boolean;
  /** Allows plain HTTP even with `REQUIRE_HTTPS`, because monitoring runs nearby. */
  allowsPlainHttp: boolean;
}

const PUBLIC: Omit<Traits, 'prefix' | 'budget'> = {
  acceptsKey: false,
  isCrossOrigin: false,
  isQueued: true,
  isStorable: true,
  listener: 'public',
  isForProbes: false,
  allowsPlainHttp: false,
};

/** All surfaces. Each route belongs to exactly one. */
export const SURFACES = {
  api: { ...PUBLIC, prefix: '/api/v1', budget: 'api', isCrossOrigin: true },
  /** The API for AI assistants. */
  mcp: { ...PUBLIC, prefix: '/mcp', budget: 'api', isCrossOrigin: true },
  /** The machine-readable description of the API. */
  description: { ...PUBLIC, prefix: '/openapi.json', budget: 'page', isCrossOrigin: true },
  /** Vector tiles. */
  tiles: { ...PUBLIC, prefix: '/tiles', budget: 'page', acceptsKey: true, isCrossOrigin: true },
  admin: {
    ...PUBLIC,
    prefix: '/admin',
    budget: 'operator',
    isQueued: false,
    isStorable: false,
    listener: 'admin',
  },
  metrics: {
    ...PUBLIC,
    prefix: '/metrics',
    budget: 'operator',
    isQueued: false,
    listener: 'admin',
    allowsPlainHttp: true,
  },
  health: {
    ...PUBLIC,
    prefix: '/health',
    budget: 'operator',
    isQueued: false,
    listener: 'each',
    isForProbes: true,
    allowsPlainHttp: true,
  },
  /** Web pages, and every path outside the other surfaces. */
  page: { ...PUBLIC, prefix: '', budget: 'page' },
} as const satisfies Record<string, Traits>;

export type SurfaceName = keyof typeof SURFACES;

declare module 'fastify' {
  interface FastifyContextConfig {
    surface?: SurfaceName;
    budget?: Budget;
    /** Overrides the surface: allows web pages of any origin to read the response. */
    isCrossOrigin?: boolean;
  }
}

/** Returns the surface that the route declares, or the surface of the path. */
export function surfaceOf(request: FastifyRequest): Traits {
  return (request.context.surface ??=
    SURFACES[request.routeOptions.config?.surface ?? surfaceAt(request.url)]);
}

/** Returns the budget that the route declares, or the budget of its surface. */
export function budgetOf(request: FastifyRequest): Budget {
  const { acceptsKey, budget } = surfaceOf(request);
  if (acceptsKey && request.headers['x-api-key'] !== undefined) return 'api';
  return request.routeOptions.config?.budget ?? budget;
}

/** Reports whether web pages of any origin may read the response. */
export function isCrossOrigin(request: FastifyRequest): boolean {
  return request.routeOptions.config?.isCrossOrigin ?? surfaceOf(request).isCrossOrigin;
}

/** Returns the surface whose prefix matches a path. */
export function surfaceAt(target: string): SurfaceName {
  for (const [name, { prefix }] of Object.entries(SURFACES)) {
    const isBelow = target.startsWith(prefix) && /^([/?]|$)/.test(target.slice(prefix.length));
    if (isBelow) return name as SurfaceName;
  }
  return 'page';
}

/** Rejects routes whose path is outside their declared surface. */
export const checkSurface: onRouteHookHandler = ({ url, config }) => {
  const expected = surfaceAt(url);
  if (config?.surface && config.surface !== expected) {
    throw new Error(
      `${url} declares surface "${config.surface}", but its path belongs to "${expected}".`,
    );
  }
};
