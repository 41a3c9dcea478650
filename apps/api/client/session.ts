import type { AccessToken, SwaggerUi } from './swagger-ui.ts';

const TOKEN_ADDRESS = '/admin/token';
/** Name of the security scheme in the admin document. */
const SCHEME = 'admin';
const STORED_AS = 'admin-session';

interface Session {
  username: string;
  token: AccessToken;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Session of this tab. Without storage, it ends with the page. */
let current: Session | undefined;

/** @returns the reason why the sign-in failed, as a sentence, or undefined if it succeeded */
export async function signIn(
  ui: SwaggerUi,
  username: string,
  password: string,
): Promise<string | undefined> {
  const response = await fetch(TOKEN_ADDRESS, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  }).catch(() => undefined);
  const body = (await response?.json().catch(() => undefined)) as
    (AccessToken & { error_description?: string }) | undefined;
  if (!response?.ok || !body) {
    return body?.error_description ?? 'The server cannot be reached. Try again shortly.';
  }
  const session = { username, token: body, expiresAt: Date.now() + body.expires_in * 1000 };
  withStorage(() => sessionStorage.setItem(STORED_AS, JSON.stringify(session)));
  use(ui, session);
  return undefined;
}

/** Signs out and ends the session on the server. */
export async function signOut(ui: SwaggerUi): Promise<void> {
  const session = current;
  forget(ui);
  if (!session) return;
  await fetch(TOKEN_ADDRESS, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${session.token.access_token}` },
  }).catch(() => undefined);
}

/** Restores the session of this tab after a reload. */
export function restore(ui: SwaggerUi): void {
  const text = withStorage(() => sessionStorage.getItem(STORED_AS));
  const session = text ? (JSON.parse(text) as Session) : undefined;
  if (session && session.expiresAt > Date.now()) use(ui, session);
}

/** Discards the token, for example because the server no longer accepts it. */
export function forget({ authActions }: SwaggerUi): void {
  current = undefined;
  withStorage(() => sessionStorage.removeItem(STORED_AS));
  authActions.logout([SCHEME]);
}

/** Returns a record, or undefined if it cannot be read. */
export async function read<T = Record<string, unknown>>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(`/admin/${path}`, {
      headers: { authorization: `Bearer ${current?.token.access_token}` },
    });
    return response.ok ? ((await response.json()) as { data: T }).data : undefined;
  } catch {
    return undefined;
  }
}

export function isSignedIn({ authSelectors }: SwaggerUi): boolean {
  return authSelectors.authorized()?.get(SCHEME) !== undefined;
}

/** Opens the sign-in form. */
export function askToSignIn({ authActions, authSelectors }: SwaggerUi): void {
  authActions.showDefinitions(authSelectors.definitionsToAuthorize());
}

function use({ authActions }: SwaggerUi, session: Session): void {
  current = session;
  const { username, token } = session;
  const schema = { type: 'oauth2', flow: 'password' };
  authActions.authorizeOauth2({ auth: { name: SCHEME, schema, username }, token });
}

/** Storage fails if the admin turned it off. */
function withStorage<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
