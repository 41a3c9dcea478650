import type { FastifyRequest, onRouteHookHandler, onSendHookHandler } from 'fastify';

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
  /**
   * Accepts any IP address as the Host header, because Prometheus scrapes by address. DNS rebinding
   * needs a name.
   */
  acceptsAnyAddress: boolean;
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
  acceptsAnyAddress: false,
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
    acceptsAnyAddress: true,
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
    budget?: Budget;
    /** Overrides the surface: allows web pages of any origin to read the response. */
    isCrossOrigin?: boolean;
    /** Traits of the route, set by `settleTraits`. */
    traits?: Traits;
  }
}

/** Returns the traits of the request's route. An unknown path has those of its surface. */
export function traitsOf(request: FastifyRequest): Traits {
  return (request.context.traits ??=
    request.routeOptions.config?.traits ?? SURFACES[surfaceAt(request.url)]);
}

/** Returns the budget that a request counts against. */
export function budgetOf(request: FastifyRequest): Budget {
  const { acceptsKey, budget } = traitsOf(request);
  return acceptsKey && request.headers['x-api-key'] !== undefined ? 'api' : budget;
}

/** Returns the surface whose prefix matches a path. */
export function surfaceAt(target: string): SurfaceName {
  for (const [name, { prefix }] of Object.entries(SURFACES)) {
    const isBelow = target.startsWith(prefix) && /^([/?]|$)/.test(target.slice(prefix.length));
    if (isBelow) return name as SurfaceName;
  }
  return 'page';
}

/** Gives a route the traits of the surface that its path belongs to, unless it declares its own. */
export const settleTraits: onRouteHookHandler = (route) => {
  const { url, config } = route;
  const surface = SURFACES[surfaceAt(url)];
  const { budget, isCrossOrigin } = { ...surface, ...config };
  route.config = { ...config, traits: { ...surface, budget, isCrossOrigin } };
};

/**
 * Sets `Cache-Control: no-store` (RFC 9111, section 5.2.2.5) on responses of surfaces that must not be
 * cached, such as the admin API, overriding any other value. The error filter does the same for every
 * error, including unknown paths.
 */
export const forbidStoring: onSendHookHandler = (request, reply, payload, done) => {
  if (!traitsOf(request).isStorable) void reply.header('Cache-Control', 'no-store');
  done(null, payload);
};
