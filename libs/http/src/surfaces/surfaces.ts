import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * A limit that requests draw on. `api` is that of the key or client address, which the rate-limit headers
 * report. The others belong to the client address: for pages, for files that pages load, and for
 * administration and monitoring.
 */
export type Budget = 'api' | 'page' | 'file' | 'operator';

/** What follows from which surface a route belongs to. */
export interface Traits {
  /** Where its routes are, and what asks for something there that does not exist. */
  prefix: string;
  /** Budget that its requests draw on, unless a route declares another. */
  budget: Budget;
  /** Whether web pages of any origin may read it (Fetch Standard, "CORS protocol"). */
  isCrossOrigin: boolean;
  /** Whether its requests stand in the admission queue; what operators need under overload does not. */
  isQueued: boolean;
  /** Whether caches may store what it answers. */
  isStorable: boolean;
  /** Which listener answers it, where admins have one of their own. */
  listener: 'public' | 'admin' | 'each';
  /** Whether it is for probes, which ask for whatever host they know. */
  isForProbes: boolean;
  /** Whether it is answered over plain HTTP even with `REQUIRE_HTTPS`: who watches asks from nearby. */
  allowsPlainHttp: boolean;
}

const PUBLIC: Omit<Traits, 'prefix' | 'budget'> = {
  isCrossOrigin: false,
  isQueued: true,
  isStorable: true,
  listener: 'public',
  isForProbes: false,
  allowsPlainHttp: false,
};

/** The program's faces. Each route belongs to one, and these traits are the same for all of it. */
export const SURFACES = {
  api: { ...PUBLIC, prefix: '/api/v1', budget: 'api', isCrossOrigin: true },
  /** What describes the API to programs. */
  description: { ...PUBLIC, prefix: '/openapi.json', budget: 'page', isCrossOrigin: true },
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
  /** What people look at, and all that is nowhere else. */
  page: { ...PUBLIC, prefix: '', budget: 'page' },
} as const satisfies Record<string, Traits>;

export type SurfaceName = keyof typeof SURFACES;

declare module 'fastify' {
  interface FastifyContextConfig {
    surface?: SurfaceName;
    budget?: Budget;
  }
  interface FastifyRequest {
    /** Set once it was asked for. */
    surface?: Traits;
  }
}

/** The traits of what a request is to: the surface that its route declares, or else that of its place. */
export function surfaceOf(request: FastifyRequest): Traits {
  return (request.surface ??=
    SURFACES[request.routeOptions.config?.surface ?? surfaceAt(request.url)]);
}

/** Returns the budget of a request: the one that its route declares, or else that of its surface. */
export function budgetOf(request: FastifyRequest): Budget {
  return request.routeOptions.config?.budget ?? surfaceOf(request).budget;
}

/** Where there is no route, its place tells. */
export function surfaceAt(target: string): SurfaceName {
  for (const [name, { prefix }] of Object.entries(SURFACES)) {
    const isBelow = target.startsWith(prefix) && /^([/?]|$)/.test(target.slice(prefix.length));
    if (isBelow) return name as SurfaceName;
  }
  return 'page';
}

/**
 * Refuses routes that are not where the surface that they declare is. To be called before any is
 * added.
 */
export function checkSurfaces(instance: FastifyInstance): void {
  instance.addHook('onRoute', ({ url, config }) => {
    const expected = surfaceAt(url);
    if (config?.surface && config.surface !== expected) {
      throw new Error(
        `${url} is declared as of "${config.surface}" and would be of "${expected}".`,
      );
    }
  });
}
