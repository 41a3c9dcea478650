import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('GET /api/v1', () => {
  const { program, key } = useDirectory();

  it('links to every endpoint without a key', async () => {
    const { url } = program;
    const { status, body } = await call('GET', `${url}/api/v1`);
    expect(status).toBe(200);
    const links = Object.entries<string>(body.data.links);
    expect(links.length).toBeGreaterThan(10);
    for (const [name, address] of links) {
      const { status } = await fetch(address, { headers: { 'x-api-key': key } });
      // The endpoint for key requests accepts only POST.
      expect([name, status]).toEqual([name, name === 'keyRequests' ? 405 : 200]);
    }
  });

  it('counts against a key like any other request', async () => {
    const ask = async () => {
      const { headers } = await call('GET', `${program.url}/api/v1`, { key });
      return Number(headers.get('x-ratelimit-remaining'));
    };
    expect(await ask()).toBe((await ask()) + 1);
  });
});
