import { applyDecorators, Controller, SetMetadata } from '@nestjs/common';
import { ApiOAuth2, ApiSecurity, ApiTags } from '@nestjs/swagger';

/**
 * Access levels of a route: holders of an API key, anyone but with no wrong key, signed-in admins, or
 * anyone. `AccessGuard` rejects requests to a route that declares none.
 */
export type Access = 'key' | 'optionalKey' | 'admin' | 'public';

export const ACCESS = 'access';

/** Requires a valid key in X-API-Key. */
export const RequiresKey = () =>
  applyDecorators(SetMetadata<string, Access>(ACCESS, 'key'), ApiSecurity('apiKey'));

/** Counts against the key in X-API-Key, or against the client address if the request has none. */
export const AllowsKey = () => SetMetadata<string, Access>(ACCESS, 'optionalKey');

/** Requires an admin's bearer token. */
export const RequiresAdmin = () =>
  applyDecorators(SetMetadata<string, Access>(ACCESS, 'admin'), ApiOAuth2([], 'admin'));

/** Declares a controller whose routes require an admin. The tag groups them in the documentation. */
export const AdminController = (path: string, tag: string) =>
  applyDecorators(Controller(path), ApiTags(tag), RequiresAdmin());

/** Requires no credentials. */
export const Public = () => SetMetadata<string, Access>(ACCESS, 'public');
