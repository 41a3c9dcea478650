import { request } from 'node:http';
import { useDirectoryProcess } from '../support/use-directory.ts';

describe('the documentation', () => {
  const { program } = useDirectoryProcess();

  /** Sends the path unchanged, because `fetch` would resolve its dots. */
  const get = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(program.url, { path }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode!, body }));
      });
      sent.on('error', reject).end();
    });

  /**
   * Returns the expected Cache-Control of a file: admin pages are never stored, and files with a
   * version in their address never expire.
   */
  const caching = (address: string) => {
    if (address.startsWith('/admin/')) return 'no-store';
    return /\/docs\.(js|css)$/.test(address) ? 'no-cache' : 'public, max-age=31536000, immutable';
  };

  const addressesIn = (html: string) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);

  it.each(['/docs', '/admin/docs'])(
    'at %s serves the files it references and no others',
    async (page) => {
      const response = await fetch(program.url + page);
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline');
      const addresses = addressesIn(await response.text());
      expect(addresses).toHaveLength(6);
      for (const address of addresses) {
        const { status, headers } = await fetch(program.url + address);
        expect([address, status]).toEqual([address, 200]);
        expect(headers.get('cache-control')).toBe(caching(address));
      }
      const folder = addresses[0]!.replace(/[^/]+$/, '');
      const others = [
        'package.json',
        'README.md',
        'LICENSE',
        'index.html',
        'swagger-initializer.js',
        'swagger-ui.css.map',
        'swagger-ui-bundle.js.map',
      ];
      for (const path of [`${page}/`, folder].flatMap((at) => others.map((other) => at + other))) {
        expect([path, (await fetch(program.url + path)).status]).toEqual([path, 404]);
      }
    },
  );

  it.each([
    '/docs/..%5c..',
    '/docs/%00',
    '/docs/..%2f..%2fpackage.json',
    '/docs/../../package.json',
    '/docs/%2e%2e/package.json',
    '/admin/docs/../keys',
    '/admin/docs/%ff',
  ])('answers %s with 4xx and without a stack trace', async (path) => {
    const { status, body } = await get(path);
    expect([404, 400]).toContain(status);
    expect(body).not.toMatch(/\n\s+at |node_modules|dist\//);
    expect(program.output()).not.toContain('"level":"error"');
  });

  it('sends the same OpenAPI document on every request', async () => {
    const [first, second] = [await get('/openapi.json'), await get('/openapi.json')];
    expect(JSON.parse(first.body)).toMatchObject({ info: { contact: { url: program.url } } });
    expect(second.body).toBe(first.body);
  });
});
