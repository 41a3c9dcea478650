import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('responses to admins', () => {
  const { program, token } = useDirectory();

  it.each<[status: number, method: string, path: string, headers?: Record<string, string>]>([
    [200, 'GET', '/admin/keys'],
    [200, 'HEAD', '/admin/keys'],
    [200, 'GET', '/%61dmin/keys'],
    [200, 'GET', '/admin/admins'],
    [200, 'GET', '/admin/audit?limit=1'],
    [200, 'GET', '/admin/businesses'],
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
  ])('are never stored: %d %s %s', async (status, method, path, headers = {}) => {
    const response = await fetch(`${program.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  it('are never stored: 200 POST /admin/token', async () => {
    const response = await fetch(`${program.url}/admin/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});
