import { pino } from 'pino';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { beginsRequests } from './begin-request.js';
import { createAdapter } from './create-adapter.js';
import { securityHeaders } from './security-headers.js';

describe(securityHeaders.name, () => {
  const origin = 'https://example.org';

  async function headersAt(
    path: string,
    {
      headers = {},
      variables = {},
    }: Partial<Record<'headers' | 'variables', Record<string, string>>> = {},
  ) {
    const environment = loadEnvironment(variables);
    const app = createAdapter(environment, pino({ level: 'silent' })).getInstance();
    app.addHook('onRequest', beginsRequests(environment));
    app.get('/api/v1/businesses', () => ({}));
    app.get('/admin/keys', () => ({}));
    return (await app.inject({ path, headers })).headers;
  }

  it.each(['/admin/keys', '/nothing', '/%zz', '/docs', '/api/v10/businesses'])(
    'sets restrictive headers on %s',
    async (path) => {
      const headers = await headersAt(path, { headers: { origin } });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'permissions-policy': expect.stringContaining('geolocation=()') as string,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each(['/api/v1/businesses', '/api/v1/nothing?a=1', '/%61pi/v1/businesses', '/openapi.json'])(
    'sets CORS headers on %s only for a request with Origin',
    async (path) => {
      const policies = /^(access-control|content-security|cross-origin|referrer|permissions)-/;
      const policiesIn = (headers: object) =>
        Object.keys(headers).filter((name) => policies.test(name));
      const headers = await headersAt(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(policiesIn(headers)).toEqual([]);
      const readable = await headersAt(path, { headers: { origin } });
      expect(policiesIn(readable)).toEqual([
        'access-control-allow-origin',
        'access-control-expose-headers',
      ]);
      expect(readable['access-control-allow-origin']).toBe('*');
    },
  );

  it('sets HSTS if the public URL is HTTPS', async () => {
    const variables = { PUBLIC_URL: 'https://directory.example.org' };
    const strict = 'strict-transport-security';
    expect((await headersAt('/nothing', { variables }))[strict]).toBe('max-age=31536000');
    const other = { ...variables, HSTS_MAX_AGE: '600' };
    expect((await headersAt('/nothing', { variables: other }))[strict]).toBe('max-age=600');
    expect(
      (await headersAt('/nothing', { variables: { HSTS_MAX_AGE: '600' } }))[strict],
    ).toBeUndefined();
  });
});
