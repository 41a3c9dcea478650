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
    const statuses = await Promise.all(
      links.map(async ([name, address]) => {
        const { status } = await fetch(address, { headers: { 'x-api-key': key } });
        return [name, status];
      }),
    );
    expect(statuses.filter(([, each]) => each !== 200)).toEqual([
      // GET is for a business with this slug.
      ['match', 404],
      ['mcp', 405],
      ['keyRequests', 405],
    ]);
  });
});
