import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiOAuth2, ApiSecurity } from '@nestjs/swagger';

/**
 * Who may call a route: the holder of an API key, a signed-in admin, or anybody.
 * A route that declares none is refused to all (see `AccessGuard`).
 */
export type Access = 'key' | 'admin' | 'public';

export const ACCESS = 'access';

/** Needs a valid key in X-API-Key. */
export const RequiresKey = () =>
  applyDecorators(SetMetadata<string, Access>(ACCESS, 'key'), ApiSecurity('apiKey'));

/** Needs an admin's bearer token. */
export const RequiresAdmin = () =>
  applyDecorators(SetMetadata<string, Access>(ACCESS, 'admin'), ApiOAuth2([], 'admin'));

/** Needs nothing. */
export const Public = () => SetMetadata<string, Access>(ACCESS, 'public');
