import { pino } from 'pino';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { createAdapter } from './create-adapter.js';
import { securityHeaders } from './security-headers.js';

describe(securityHeaders.name, () => {
  async function headersAt(path: string, variables: Record<string, string> = {}) {
    const environment = loadEnvironment(variables);
    const app = createAdapter(environment, pino({ level: 'silent' })).getInstance();
    app.get('/api/v1/businesses', () => ({}));
    app.get('/admin/keys', () => ({}));
    return (await app.inject(path)).headers;
  }

  it.each([
    '/api/v1/businesses',
    '/api/v1/nothing?a=1',
    '/%61pi/v1/businesses',
    '/admin/keys',
    '/nothing',
    '/%zz',
  ])('sets restrictive headers on %s', async (path) => {
    expect(await headersAt(path)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('geolocation=()') as string,
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it.each([
    ['/api/v1/businesses', 'cross-origin', '*'],
    ['/api/v1/nothing', 'cross-origin', '*'],
    ['/%61pi/v1/businesses', 'cross-origin', '*'],
    ['/openapi.json', 'cross-origin', '*'],
    ['/admin/keys', 'same-origin', undefined],
    ['/api/v10/businesses', 'same-origin', undefined],
    ['/docs', 'same-origin', undefined],
  ])('gives %s the resource policy %s', async (path, policy, origin) => {
    const headers = await headersAt(path);
    expect(headers['cross-origin-resource-policy']).toBe(policy);
    expect(headers['access-control-allow-origin']).toBe(origin);
  });

  it('sets HSTS if the public URL is HTTPS', async () => {
    const variables = { PUBLIC_URL: 'https://directory.example.org' };
    const strict = 'strict-transport-security';
    expect((await headersAt('/nothing', variables))[strict]).toBe('max-age=31536000');
    const other = { ...variables, HSTS_MAX_AGE: '600' };
    expect((await headersAt('/nothing', other))[strict]).toBe('max-age=600');
    expect((await headersAt('/nothing', { HSTS_MAX_AGE: '600' }))[strict]).toBeUndefined();
  });
});
