import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { getPage } from '../support/page.ts';
import {
  EXTENSION,
  MANIFEST,
  PROPOSAL,
  RESULT_BATCH,
  SUGGESTIONS,
} from '../support/reconciliation-schemas.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

const ajv = addFormats.default(new Ajv.default({ allErrors: true }));
const CAFE = 'Northern Lantern Cafe';

describe('the reconciliation service', () => {
  const { program, pool, key, edit } = useDirectory({ SAMPLE_DATA: 'true' });
  let service: string;
  let cafe: string;

  beforeAll(async () => {
    service = `${program.url}/api/v1/reconcile`;
    const { rows } = await pool.query('SELECT id FROM businesses WHERE name = $1', [CAFE]);
    cafe = rows[0].id;
  });
  /** Keyless requests of one client address count together, and the tests of this file send many. */
  const keyed = () => ({ 'x-api-key': key, origin: 'https://openrefine.example' });

  async function read(url: string, schema: object, init: RequestInit = {}): Promise<any> {
    const response = await fetch(url, { headers: keyed(), ...init });
    const body = await response.json();
    expect([response.status, body.error]).toEqual([200, undefined]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(ajv.validate(schema, body) || ajv.errors).toBe(true);
    return body;
  }
  const post = (form: Record<string, string>, schema: object) =>
    read(service, schema, { method: 'POST', body: new URLSearchParams(form) });
  const reconcile = (queries: object) => post({ queries: JSON.stringify(queries) }, RESULT_BATCH);

  it('is found by its manifest, whose addresses work', async () => {
    const manifest = await read(service, MANIFEST);
    expect(manifest).toMatchObject({ versions: ['0.2'], batchSize: 25 });
    const at = ({ service_url, service_path }: any) => `${service_url}${service_path}`;
    const { suggest, extend, view, preview, logo } = manifest;
    const { result } = await read(`${at(suggest.entity)}?prefix=northern%20lan`, SUGGESTIONS);
    expect(result[0]).toMatchObject({ id: cafe, name: CAFE });
    const properties = await read(`${at(suggest.property)}?prefix=p`, SUGGESTIONS);
    expect(properties.result.map(({ id }: any) => id)).toEqual(['postalCode', 'phone']);
    await read(`${at(extend.propose_properties)}?type=business`, PROPOSAL);
    const page = await fetch(view.url.replace('{{id}}', cafe));
    expect(page.url).toMatch(/\/b\/northern-lantern-cafe-minneapolis$/);
    const { html, headers } = await getPage(preview.url.replace('{{id}}', cafe));
    expect(html).toContain(CAFE);
    expect(await faultsOf(html)).toEqual([]);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect((await fetch(logo)).headers.get('content-type')).toContain('image/');
  });

  it('returns the candidates of a batch by the rules of matching, by POST and by GET', async () => {
    const queries = {
      q0: {
        query: CAFE,
        type: 'business',
        type_strict: 'should',
        properties: [
          { pid: 'street', v: '12 Third Avenue South' },
          { pid: 'city', v: { id: 'Q36091', name: 'Minneapolis' } },
          { pid: 'postalCode', v: [55413] },
        ],
      },
      'row 2': { query: CAFE, limit: 1 },
      none: { query: 'Nonesuch' },
    };
    const posted = await reconcile(queries);
    expect(posted).toEqual({
      q0: {
        result: [
          {
            id: cafe,
            name: CAFE,
            type: [{ id: 'business', name: 'Business' }],
            description: expect.stringContaining('12 3rd Ave S, Minneapolis'),
            score: 90,
            match: true,
            features: ['name', 'street', 'postalCode', 'city'].map((id) => ({ id, value: true })),
          },
        ],
      },
      'row 2': { result: [expect.objectContaining({ id: cafe, score: 40, match: false })] },
      none: { result: [] },
    });
    const address = `${service}?queries=${encodeURIComponent(JSON.stringify(queries))}`;
    expect(await read(address, RESULT_BATCH)).toEqual(posted);
  });

  it('finds an entity by its id, and ignores values that no business can have', async () => {
    const odd = { pid: 'phone', v: 'call\u0000 us\u202e' };
    const found = await reconcile({
      a: { query: cafe.toUpperCase() },
      b: { query: `${CAFE}\u0000`, properties: [odd, { pid: 'city', v: null }] },
      c: { query: 'x'.repeat(10_000) },
      d: { properties: [{ pid: 'city', v: 'Minneapolis' }] },
    });
    expect(found.a.result).toMatchObject([{ id: cafe, score: 100, match: true }]);
    expect(found.b.result).toMatchObject([{ id: cafe }]);
    expect([found.c.result, found.d.result]).toEqual([[], []]);
    const suggested = await read(`${service}/suggest/entity?prefix=${cafe}`, SUGGESTIONS);
    expect(suggested.result).toMatchObject([{ id: cafe }]);
  });

  it('pages through suggestions', async () => {
    const names = async (cursor: number, prefix = 'minneapolis') => {
      const url = `${service}/suggest/entity?prefix=${prefix}&cursor=${cursor}&type=business`;
      return (await read(url, SUGGESTIONS)).result.map(({ name }: any) => name);
    };
    const [first, second, last] = await Promise.all([0, 10, 1000].map((at) => names(at)));
    expect(first).toHaveLength(10);
    expect(second).not.toEqual([]);
    expect(second.filter((name: string) => first.includes(name))).toEqual([]);
    expect(last).toEqual([]);
    expect(await names(1, cafe)).toEqual([]);
  });

  it('extends a table with every property that it proposes', async () => {
    const proposed = await read(`${service}/properties?type=business`, PROPOSAL);
    const limited = await read(`${service}/properties?type=business&limit=2`, PROPOSAL);
    expect(limited.properties).toEqual(proposed.properties.slice(0, 2));
    const unknown = '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11';
    const properties = proposed.properties.map(({ id }: any) => ({ id }));
    const extend = JSON.stringify({ ids: [cafe, unknown], properties });
    const { meta, rows } = await post({ extend }, EXTENSION);
    expect(meta).toEqual(proposed.properties);
    expect(rows[cafe]).toMatchObject({
      name: [{ str: CAFE }],
      street: [{ str: '12 3rd Ave S' }],
      latitude: [{ float: expect.any(Number) }],
      phone: [{ str: '+16125550100' }],
    });
    expect(Object.keys(rows[cafe])).toEqual(properties.map(({ id }: any) => id));
    expect(new Set(Object.values(rows[unknown]).flat())).toEqual(new Set());
    const address = `${service}?extend=${encodeURIComponent(extend)}`;
    expect(await read(address, EXTENSION)).toEqual({ meta, rows });
  });

  it('extends a table with the values of the business that another was merged into', async () => {
    const { id: from } = await edit('POST', 'businesses', { name: 'Merged' });
    await edit('POST', `businesses/${cafe}/merge`, { from });
    const extend = JSON.stringify({ ids: [from, cafe], properties: [{ id: 'name' }] });
    const { rows } = await post({ extend }, EXTENSION);
    expect(rows).toEqual({ [from]: { name: [{ str: CAFE }] }, [cafe]: { name: [{ str: CAFE }] } });
  });

  it('counts a batch as one request of the key, or of the address without one', async () => {
    const remaining = async (headers: Record<string, string>) => {
      const queries = JSON.stringify(
        Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`q${n}`, { query: CAFE }])),
      );
      const response = await fetch(service, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ queries }),
      });
      expect(response.status).toBe(200);
      const limit = Number(response.headers.get('x-ratelimit-limit'));
      return [limit, Number(response.headers.get('x-ratelimit-remaining'))] as const;
    };
    for (const [headers, expected] of [
      [{ 'x-api-key': key }, 1_000_000],
      [{}, 60],
    ] as const) {
      const [limit, before] = await remaining(headers);
      const [, after] = await remaining(headers);
      expect([limit, after]).toEqual([expected, before - 1]);
    }
  });

  it('refuses a wrong key', async () => {
    const wrong = { 'x-api-key': `mnbd_${'x'.repeat(38)}` };
    const { status, headers } = await fetch(service, { headers: wrong });
    expect([status, headers.has('www-authenticate')]).toEqual([401, true]);
  });

  const refusal = async (form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(service, { method: 'POST', headers: keyed(), body });
    const { error } = await response.json();
    return [response.status, error.code, error.details?.[0].field];
  };

  it.each([
    ['text that is not JSON', '{', 'queries'],
    ['a list of queries', '[]', 'queries'],
    ['deep nesting', `${'['.repeat(50)}${']'.repeat(50)}`, 'queries'],
    [
      'an unknown property',
      '{"a":{"query":"x","properties":[{"pid":"zip","v":"1"}]}}',
      'queries.a.properties.0.pid',
    ],
    ['a query that is no text', '{"a":{"query":7}}', 'queries.a.query'],
    ['a limit of zero', '{"a":{"query":"x","limit":0}}', 'queries.a.limit'],
  ])('400: refuses %s, and names the field', async (_, queries, field) => {
    expect(await refusal({ queries })).toEqual([400, 'invalid_parameter', field]);
  });

  it('400: refuses a form without a query', async () => {
    expect(await refusal({})).toEqual([400, 'invalid_body', undefined]);
  });

  it('413: refuses 26 queries and 101 ids', async () => {
    const queries = JSON.stringify(
      Object.fromEntries(Array.from({ length: 26 }, (_, n) => [n, {}])),
    );
    const extend = JSON.stringify({ ids: Array(101).fill('x'), properties: [] });
    const tooLarge = [413, 'payload_too_large', undefined];
    expect([await refusal({ queries }), await refusal({ extend })]).toEqual([tooLarge, tooLarge]);
  });
});
