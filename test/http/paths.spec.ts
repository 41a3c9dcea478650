import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

const { program, key } = useDirectory();

describe('GET /api/v1', () => {
  it('links to every endpoint without a key', async () => {
    const { status, body } = await call('GET', `${program.url}/api/v1`);
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

describe('404', () => {
  const get = (path: string) =>
    call('GET', program.url + path, { headers: { accept: 'application/json' } });

  it.each([
    ['/api/v1/busineses', '/api/v1/businesses'],
    ['/api/v1/business', '/api/v1/businesses'],
    ['/api/v2/businesses', '/api/v1/businesses'],
    ['/api/businesses?limit=1', '/api/v1/businesses'],
    ['/v1/events', '/api/v1/events'],
    ['/businesses', '/api/v1/businesses'],
    ['/api/v1/event/harbor-lights', '/api/v1/events/harbor-lights'],
    ['/api/v1/city/ely', '/api/v1/cities/ely'],
    ['/api/v1/key-request/status/aBc', '/api/v1/key-requests/status/aBc'],
    ['/api/v1/export/businesses.csv', '/api/v1/export/businesses.ndjson'],
    ['/admin/busineses', '/admin/businesses'],
    ['/api/v1/openapi.json', '/openapi.json'],
    ['/api/v1/tiles/businesses.json', '/tiles/businesses.json'],
    ['/tiles/3/1/2.png', '/tiles/3/1/2.mvt'],
  ])('at %s suggests %s', async (path, nearest) => {
    const { status, body } = await get(path);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(body.error.message).toMatch(new RegExp(`Did you mean ${nearest}\\?$`));
  });

  it.each([
    '/api/businesses',
    '/v1/businesses',
    '/api/v2/businesses?limit=1',
    '/api',
    '/api/v1/events/.ics',
  ])('at %s answers with JSON even if the client accepts anything', async (path) => {
    const answer = await fetch(program.url + path, { headers: { accept: '*/*' } });
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'not_found' } });
  });

  it.each([
    '/api/v1/nonesuch',
    '/api/v1/' + 'businesses'.repeat(50),
    '/api/v1/city/ely.json',
    '/api/v1/businesses/7/deals',
    '/api/v1/key-requests/status',
    '/nonesuch',
  ])('at %s suggests nothing', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body.error.message).not.toContain('Did you mean');
  });
});
