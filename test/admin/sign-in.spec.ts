import { requestToken, signIn } from '../support/admin.ts';
import { call } from '../support/http.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('sign-in', () => {
  // Trusting one proxy lets each request set its client address, which separates the limits.
  const { program, token } = useDirectory({ TRUST_PROXY: '1' });

  const from = (address: string, email: string, password: string) =>
    call('POST', `${program.url}/admin/token`, {
      form: { username: email, password },
      headers: { 'x-forwarded-for': address },
    });

  it('200: exchanges email, in any case, and password for a token in OAuth’s format', async () => {
    const admin = { ...ADMIN, email: ADMIN.email.toUpperCase() };
    const { status, headers, body } = await requestToken(program, admin);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 28_800,
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('400: names the missing field', async () => {
    const { status, body } = await call('POST', `${program.url}/admin/token`, {
      form: { username: ADMIN.email },
    });
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'password must have 1 to 256 characters.' },
    ]);
  });

  it('400: accepts only the password grant', async () => {
    const { status, body } = await call('POST', `${program.url}/admin/token`, {
      form: { grant_type: 'client_credentials', username: 'a', password: 'b' },
    });
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type']);
  });

  it('400: answers a wrong password, however short, and an unknown address identically', async () => {
    const answers = await Promise.all([
      from('192.0.2.1', ADMIN.email, 'x'),
      from('192.0.2.1', 'nobody@directory.test', 'x'),
    ]);
    for (const { status, headers, body } of answers) {
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_grant',
          error_description: 'The email address or password is wrong.',
        },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('204: revokes the token', async () => {
    const token = await signIn(program);
    expect((await call('DELETE', `${program.url}/admin/token`, { token })).status).toBe(204);
    const { status, headers, body } = await call('DELETE', `${program.url}/admin/token`, { token });
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  });

  it('429: stops guessing from one address at many accounts, whatever it sends in X-Forwarded-For', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        from(
          `198.18.0.${i}, 203.0.113.77:${40_000 + i}`,
          `guess${i}@directory.test`,
          'wrong horse',
        ),
      ),
    );
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body.error)).toEqual(['rate_limited', 'rate_limited']);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.78', 'guess@directory.test', 'wrong')).status).toBe(400);
  });

  it.each<[status: number, method: string, path: string, headers?: Record<string, string>]>([
    [200, 'GET', '/admin/keys'],
    [200, 'HEAD', '/admin/keys'],
    [200, 'GET', '/%61dmin/keys'],
    [200, 'GET', '/admin/openapi.json'],
    [200, 'GET', '/admin/docs'],
    [400, 'GET', '/admin/keys?limit=0'],
    [400, 'GET', '/admin/keys/%zz'],
    [404, 'GET', '/admin/keys/nothing'],
    [404, 'GET', '/admin/nothing'],
    [405, 'DELETE', '/admin/keys'],
    [406, 'GET', '/admin/keys', { accept: 'image/png' }],
    [401, 'GET', '/admin/keys', { authorization: '' }],
    [204, 'DELETE', '/admin/token'],
  ])('%d: forbids to store the response to %s %s', async (status, method, path, headers = {}) => {
    const response = await fetch(`${program.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });
});
