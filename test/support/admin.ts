import { type Answer, call } from './http.ts';
import { ADMIN, type Program } from './program.ts';

/** Requests a token as Swagger UI's Authorize dialog does. */
export function requestToken(program: Program, { email, password } = ADMIN): Promise<Answer> {
  return call('POST', `${program.url}/admin/token`, {
    form: { grant_type: 'password', username: email, password },
  });
}

/** Signs in, by default as the first admin, and returns the token. */
export async function signIn(program: Program, credentials = ADMIN): Promise<string> {
  const { status, body } = await requestToken(program, credentials);
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${JSON.stringify(body)}`);
  return (body as { access_token: string }).access_token;
}

/** Sends a request under /admin with an admin's token. */
export function askAsAdmin(
  { url }: Pick<Program, 'url'>,
  token: string,
  ...[method, path, json, ifMatch]: [
    method: string,
    path: string,
    json?: unknown,
    ifMatch?: string | null,
  ]
): Promise<Answer> {
  return call(method, `${url}/admin/${path}`, {
    token,
    json,
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
}
