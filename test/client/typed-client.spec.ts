import createClient, { type Client } from 'openapi-fetch';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { issueKey } from '../support/keys.ts';
import { type Program, startProgram } from '../support/program.ts';
import type { paths } from './schema.d.ts';

/**
 * Uses a client generated from the published document. The file compiles only while the document
 * describes everything used here (`npm run check`), and runs against the program.
 */
describe('a client generated from the OpenAPI document', () => {
  let database: TestDatabase;
  let program: Program;
  let client: Client<paths>;

  beforeAll(async () => {
    database = await createAnyDatabase();
    program = await startProgram({ ...database.env, SAMPLE_DATA: 'true' });
    const { key } = await issueKey(program, database);
    client = createClient<paths>({
      baseUrl: program.url,
      headers: { 'X-API-Key': key },
    });
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  it('reads all pages of the directory and opens each business', async () => {
    const seen: string[] = [];
    let total = Infinity;
    for (let page = 1; seen.length < total; page += 1) {
      const { data } = await client.GET('/api/v1/businesses', {
        params: { query: { page, limit: 30 } },
      });
      expect(data?.data).not.toEqual([]);
      seen.push(...data!.data.map(({ id }) => id));
      total = data!.pagination.total;
    }
    expect(new Set(seen).size).toBe(total);

    const first = await client.GET('/api/v1/businesses/{idOrSlug}', {
      params: { path: { idOrSlug: seen[0]! } },
    });
    expect(first.data?.data.address.state).toBe('MN');
  });

  it('sends lists of values', async () => {
    const city = ['Duluth', 'Minneapolis'];
    const { data } = await client.GET('/api/v1/businesses', { params: { query: { city } } });
    expect(new Set(data?.data.map(({ address }) => address.city))).toEqual(new Set(city));
  });

  it('distinguishes changed records from deleted ones', async () => {
    const { data } = await client.GET('/api/v1/changes', {
      params: { query: { type: ['business'], limit: 1 } },
    });
    const [change] = data!.data;
    if (change?.deleted !== false || change.type !== 'business') throw new Error('No business');
    expect(change.record.id).toBe(change.id);
  });

  it('reads an error by its documented shape', async () => {
    const { error, response } = await client.POST('/api/v1/key-requests', {
      body: { name: 'Ada', email: 'nobody', project: 'A map of bakeries by the lakes.' },
    });
    expect(response.status).toBe(400);
    expect(error?.error.code).toBe('invalid_body');
    expect(error?.error.details?.map(({ field }) => field)).toEqual(['email']);
  });

  it('reads the state of the rate limit', async () => {
    const { data } = await client.GET('/api/v1/rate-limit');
    expect(data?.data.limit).toBe(1000);
  });
});
