import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { operationsOf, readDocuments } from '../support/openapi.ts';
import { useDirectory } from '../support/use-directory.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
  schema: { example?: unknown; examples?: unknown[] };
}

interface Read {
  path: string;
  parameters: Parameter[];
}

/** Path parameters whose values every server generates itself, so no example can be valid. */
const OWN_IDS = /\/\{(id|token)\}/;

describe('the examples in both documents', () => {
  const { program, pool, key, token, admin } = useDirectory({ SAMPLE_DATA: 'true' });
  let reads: Read[];

  beforeAll(async () => {
    // The sample data has no source.
    await pool.query(`INSERT INTO sources (id, name) VALUES (3, 'state-licenses')`);
    reads = (await readDocuments(program))
      .flatMap(operationsOf)
      .filter(({ method, path }) => method === 'GET' && !OWN_IDS.test(path))
      .map(({ path, operation }) => ({ path, parameters: operation.parameters ?? [] }));
  });

  const exampleOf = ({ example, schema }: Parameter) =>
    example ?? schema.example ?? schema.examples?.[0];

  /** Returns the URL with the documented examples of its path and of the given query parameters. */
  function addressOf({ path, parameters }: Read, query: Parameter[]): string {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const filled = inPath.reduce(
      (address, parameter) => address.replace(`{${parameter.name}}`, String(exampleOf(parameter))),
      path,
    );
    const values = query.map((parameter): [string, string] => [
      parameter.name,
      String(exampleOf(parameter)),
    ]);
    return `${program.url}${filled}?${new URLSearchParams(values).toString()}`;
  }

  /** Parameters that are valid only together. */
  const POINT = ['latitude', 'longitude', 'radius'];

  it('work as shown, each by itself', async () => {
    const failures: string[] = [];
    let tried = 0;
    for (const read of reads) {
      const inQuery = read.parameters.filter((parameter) => parameter.in === 'query');
      const point = inQuery.filter(({ name }) => POINT.includes(name));
      const others = inQuery.filter((parameter) => !point.includes(parameter));
      for (const query of [
        [],
        point,
        ...others.flatMap((each) => (exampleOf(each) === undefined ? [] : [[each]])),
      ]) {
        const address = addressOf(read, query);
        const headers = { 'x-api-key': key, authorization: `Bearer ${token}` };
        // 503 means that the first export takes longer than a request waits.
        const response = await eventually(async () => {
          const answer = await fetch(address, { headers });
          return answer.status === 503 ? undefined : answer;
        }, 60_000);
        if (response.status !== 200) failures.push(`${address}: ${await response.text()}`);
        tried++;
      }
    }
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(60);
  });

  it('match records in the sample if they are filters', async () => {
    const filters = ['q', 'category', 'city', 'county', 'postalCode', 'business'];
    const empty: string[] = [];
    for (const read of reads.filter(({ path }) => /^\/api\/v1\/\w+$/.test(path))) {
      for (const parameter of read.parameters.filter(({ name }) => filters.includes(name))) {
        const address = addressOf(read, [parameter]);
        const { body } = await call('GET', address, { key });
        if (body.pagination.total === 0) empty.push(address);
      }
    }
    expect(empty).toEqual([]);
  });

  it.each(['businesses', 'categories', 'search-synonyms', 'regions', 'events', 'deals'])(
    'create and change records with all fields (%s)',
    async (collection) => {
      const { paths } = await (await fetch(`${program.url}/admin/openapi.json`)).json();
      const bodyOf = ({ requestBody }: any): unknown =>
        requestBody.content['application/json'].examples.all.value;
      const path = `/admin/${collection}`;
      const created = await admin('POST', collection, bodyOf(paths[path].post));
      expect([created.status, created.body.error]).toEqual([201, undefined]);
      const one = `${collection}/${created.body.data.id}`;
      const changed = await admin('PATCH', one, bodyOf(paths[`${path}/{idOrSlug}`].patch));
      expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    },
  );
});
