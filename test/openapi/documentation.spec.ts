import { useDirectory } from '../support/use-directory.ts';

describe('the documentation', () => {
  const { program } = useDirectory();

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
});
