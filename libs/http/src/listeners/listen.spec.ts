import { Controller, Delete, Get } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { freePort } from '../../../../test/support/free-port.ts';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { IgnoresUnknownParameters } from '../validation/query-parameters.interceptor.js';
import { listen, ListenError } from './listen.js';

@IgnoresUnknownParameters()
@Public()
@Controller()
class PathsController {
  @Get(['health', 'health/ready', 'metrics', 'admin/keys', 'api/v1/businesses'])
  get() {
    return { success: true };
  }

  @Delete('admin/keys')
  remove() {
    return { success: true };
  }
}

const MISDIRECTED = '421 misdirected_request';
const NOT_FOUND = '404 not_found';

describe(listen.name, () => {
  const apps: NestFastifyApplication[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  const newPort = async () => String(await freePort());

  /** Starts an application, by default on a free port, and returns the port. */
  async function start(variables: Record<string, string> = {}): Promise<string> {
    const port = variables.PORT ?? (await newPort());
    const environment = loadEnvironment({ ...variables, PORT: port });
    const app = await createTestApp({ controllers: [PathsController] }, environment);
    apps.push(app);
    await listen(app, environment);
    return port;
  }

  interface Sent {
    method?: string;
    path: string;
    headers?: IncomingHttpHeaders;
  }

  /** Returns the status and the error code, if any. */
  const send = (port: string, { method, path, headers }: Sent) =>
    new Promise<string>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path, headers };
      const request = httpRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          const { error } = JSON.parse(text) as { error?: { code: string } };
          resolve([response.statusCode, error?.code].join(' ').trim());
        });
      });
      request.on('error', reject).end();
    });

  it('returns 421 for another host on loopback, except for health checks', async () => {
    const port = await start();
    const evil = { host: `evil.example:${port}` };
    const answers = await Promise.all([
      send(port, { path: '/api/v1/businesses' }),
      send(port, { path: '/api/v1/businesses', headers: evil }),
      send(port, { path: '/metrics', headers: evil }),
      send(port, { path: '/nothing', headers: evil }),
      send(port, { path: '/%zz', headers: evil }),
      send(port, { path: '/health', headers: evil }),
      send(port, { path: '/health/ready?a=1', headers: evil }),
      send(port, { path: '/health/nothing', headers: evil }),
    ]);
    const refused = Array<string>(4).fill(MISDIRECTED);
    expect(answers).toEqual(['200', ...refused, '200', '200', MISDIRECTED]);
  });

  it('uses the host of an absolute URL', async () => {
    const port = await start();
    const evil = { host: 'evil.example' };
    const answers = await Promise.all([
      send(port, { path: 'http://localhost/api/v1/businesses', headers: evil }),
      send(port, { path: 'HTTPS://localhost:1/metrics?a=/health', headers: evil }),
      send(port, { path: 'http://evil.example/api/v1/businesses' }),
      send(port, { path: 'http://localhost@evil.example/metrics' }),
      send(port, { path: 'http://evil.example?/health' }),
      send(port, { path: 'http://localhost?/health', headers: evil }),
      send(port, { path: '*', method: 'OPTIONS' }),
    ]);
    const refused = Array<string>(3).fill(MISDIRECTED);
    expect(answers).toEqual(['200', '200', ...refused, NOT_FOUND, NOT_FOUND]);
  });

  it('checks X-Forwarded-Host of a trusted proxy in addition to Host', async () => {
    const PUBLIC_URL = 'https://directory.example.org';
    const trusting = await start({ PUBLIC_URL, TRUST_PROXY: 'loopback' });
    const wary = await start({ PUBLIC_URL });
    const path = '/api/v1/businesses';
    const answers = async (port: string) => [
      await send(port, { path, headers: { 'x-forwarded-host': 'directory.example.org' } }),
      await send(port, { path, headers: { 'x-forwarded-host': 'evil.example' } }),
      await send(port, { path, headers: { host: 'evil', 'x-forwarded-host': 'localhost' } }),
    ];
    expect(await answers(trusting)).toEqual(['200', MISDIRECTED, MISDIRECTED]);
    expect(await answers(wary)).toEqual(['200', '200', MISDIRECTED]);
  });

  it('serves probes and metrics over plain HTTP even if HTTPS is required', async () => {
    const port = await start({ REQUIRE_HTTPS: 'true', TRUST_PROXY: 'loopback' });
    const probes = ['/health', '/health/ready', '/metrics'];
    const paths = [...probes, '/api/v1/businesses', '/admin/keys', '/nothing'];
    const answers = (headers = {}) =>
      Promise.all(paths.map((path) => send(port, { path, headers })));
    const refused = '403 https_required';
    expect(await answers()).toEqual(['200', '200', '200', refused, refused, refused]);
    const isHttps = { 'x-forwarded-proto': 'https' };
    const served = ['200', '200', '200', '200', '200', NOT_FOUND];
    expect(await answers(isHttps)).toEqual(served);
    // Schemes are case-insensitive (RFC 3986, section 3.1).
    const inCapitals = { 'x-forwarded-proto': 'HTTPS' };
    expect(await send(port, { path: '/nothing', headers: inCapitals })).toBe(NOT_FOUND);
    const wary = await start({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '192.0.2.1' });
    expect(await send(wary, { path: '/metrics', headers: isHttps })).toBe('200');
    expect(await send(wary, { path: '/nothing', headers: isHttps })).toBe(refused);
  });

  it('names the HTTPS origin of the listener that requires it', async () => {
    const ADMIN_PORT = await newPort();
    const PUBLIC_URL = 'https://directory.example.org';
    const https = { REQUIRE_HTTPS: 'true', TRUST_PROXY: 'loopback' };
    const port = await start({ ADMIN_PORT, PUBLIC_URL, ...https });
    const messages = [`${port}/api/v1/businesses`, `${ADMIN_PORT}/admin/keys`].map(async (at) => {
      const response = await fetch(`http://127.0.0.1:${at}`);
      return ((await response.json()) as { error: { message: string } }).error.message;
    });
    expect(await Promise.all(messages)).toEqual([
      'Use HTTPS: https://directory.example.org',
      `Use HTTPS: https://127.0.0.1:${ADMIN_PORT}`,
    ]);
  });

  it('serves admins on a separate listener, and each path on only one of the two', async () => {
    const adminPort = await newPort();
    const port = await start({ ADMIN_PORT: adminPort });
    const requests: Sent[] = [
      { path: '/api/v1/businesses' },
      { path: '/health/ready' },
      { path: '/metrics' },
      { path: '/admin/keys' },
      { path: '/%61dmin/keys' },
      { path: '/admin/keys', method: 'DELETE' },
      { path: '/admin/keys', method: 'PUT' },
      { path: '/nothing' },
    ];
    const answers = (at: string) => Promise.all(requests.map((sent) => send(at, sent)));
    expect(await answers(port)).toEqual(['200', '200', ...Array<string>(6).fill(NOT_FOUND)]);
    const served = Array<string>(5).fill('200');
    const answersToAdmins = [NOT_FOUND, ...served, '405 method_not_allowed', NOT_FOUND];
    expect(await answers(adminPort)).toEqual(answersToAdmins);
    const error = await (await fetch(`http://127.0.0.1:${port}/admin/keys`)).text();
    expect(error).toContain(`"http://127.0.0.1:${port}/docs"`);
    const evil = { headers: { host: 'evil.example' } };
    expect(await send(adminPort, { path: '/metrics', ...evil })).toBe(MISDIRECTED);
    for (const host of ['192.0.2.7:3000', '[2001:db8::7]']) {
      expect(await send(adminPort, { path: '/metrics', headers: { host } })).toBe('200');
      const answer = await send(adminPort, { path: '/admin/keys', headers: { host } });
      expect(answer).toBe(MISDIRECTED);
    }
  });

  it('closes all listeners with the application', async () => {
    const adminPort = await newPort();
    const port = await start({ ADMIN_PORT: adminPort });
    await apps.pop()!.close();
    for (const closed of [port, adminPort]) {
      await expect(send(closed, { path: '/health' })).rejects.toThrow('ECONNREFUSED');
    }
  });

  it('reports which address it cannot listen on and which variables to set', async () => {
    const adminPort = await newPort();
    const port = await start();
    const failure = (variables: Record<string, string>) =>
      start(variables).then(
        () => 'started',
        (error: unknown) => (error instanceof ListenError ? error.message : error),
      );
    expect(await failure({ PORT: port })).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the other program or change PORT.`,
    );
    expect(await failure({ PORT: adminPort, ADMIN_PORT: port })).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the other program or change ADMIN_PORT.`,
    );
    expect(await failure({ PORT: adminPort, HOST: '192.0.2.1' })).toMatch(
      /^Cannot listen on port \d+ of 192\.0\.2\.1 \(EADDRNOTAVAIL\)\. Set HOST and PORT to /,
    );
    expect(await failure({ PORT: adminPort, HOST: 'no-such-host.invalid' })).toMatch(
      /^HOST no-such-host\.invalid has no address \(E\w+\)\. Set HOST to /,
    );
  });
});
