import { insertKey } from '../support/insert-key.ts';
import { operationsOf, readDocuments } from '../support/openapi.ts';
import { useDirectory } from '../support/use-directory.ts';

const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '%00',
  'a%00b',
  '%FF%FE',
  '%ED%A0%80',
  '%F0%9F%92%A5',
  '%E2%80%AE',
  "'%20OR%201=1--",
  '%22;DROP%20TABLE%20businesses;--',
  '%25%25%27%22%5C',
  '..%2F..%2Fetc%2Fpasswd',
  '%7B%7D',
  '%5B%5D',
  ',,,,',
  '-91,0,91,0',
  '-180,-90,180,90',
  '44.9',
  '-93.1',
  '2026-07-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00-23:59',
  '%26%7C!:*()',
  `${'a'.repeat(5000)}`,
  `${'%F0%9F%92%A5'.repeat(300)}`,
  `${'a,'.repeat(2000)}a`,
  `${'('.repeat(500)}`,
];

const BODIES: unknown[] = [
  null,
  [],
  1,
  'text',
  {},
  { __proto__: null, constructor: 1 },
  { name: {} },
  { name: ['a'] },
  { name: 'a\u0000b' },
  { name: '\ud800' },
  { name: 'x', email: 'a\ud800@example.org' },
  { name: 'x', mapping: { name: '\ud800' } },
  { name: 'x', mapping: { category: { columns: 'x', values: { '\0': 'x' } } } },
  { name: 'x'.repeat(60_000) },
  { title: 1e308, business: {}, startsAt: -1 },
  { name: 'x', categories: [[[]]] },
  { name: 'x', hours: { length: 1e9 } },
  { name: 'x', location: { latitude: '45', longitude: null } },
  { name: 'x', startsAt: '9999-12-31T23:59:59Z', endsAt: '0001-01-01T00:00:00Z' },
  { name: 'x', social: { facebook: { a: 1 } }, address: 'x' },
];

describe('hostile input', () => {
  const { program, pool, token } = useDirectory({ LOG_LEVEL: 'error' });
  let headers: Record<string, string>;
  let documented: ReturnType<typeof operationsOf>;

  beforeAll(async () => {
    headers = {
      'x-api-key': (await insertKey(pool, { limitPerHour: 10_000_000 })).text,
      authorization: `Bearer ${token}`,
    };
    documented = (await readDocuments(program)).flatMap(operationsOf);
  });

  /** Expects an envelope without a server error. */
  const expectEnvelope = async (method: string, url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { redirect: 'manual', ...init, method });
    const text = await response.text();
    const where = `${method} ${url.slice(0, 200)} ${text.slice(0, 300)}`;
    expect([where, response.status < 500]).toEqual([where, true]);
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      expect(JSON.parse(text)).toHaveProperty('success', response.status < 400);
    } else {
      expect(response.status).toBeLessThan(400);
    }
  };

  const operations = (method: string) =>
    documented.filter((each) => each.method === method && DIRECTORY.test(each.path));

  it('in any query parameter causes no server error', async () => {
    const tried = new Set<string>();
    for (const { path, operation } of operations('GET')) {
      const address = `${program.url}${path.replace(/\{[^}]+\}/g, 'nonesuch')}`;
      // Endpoints for the same records share the code that parses their parameters.
      const [, records] = DIRECTORY.exec(path)!;
      const names = (operation.parameters ?? [])
        .filter((parameter: any) => parameter.in === 'query')
        .map((parameter: any) => parameter.name)
        .filter((name: string) => !tried.has(`${records} ${name}`));
      for (const name of names) tried.add(`${records} ${name}`);
      const queries = names.flatMap((name: string) => VALUES.map((value) => `${name}=${value}`));
      const odd = ['=', '&&&', '?', 'a[b][c]=1', '__proto__=1', 'constructor=1', 'toString'];
      await inParallel([...queries, ...odd], (query) =>
        expectEnvelope('GET', `${address}?${query}`, { headers }),
      );
    }
  });

  it('in any part of a path causes no server error', async () => {
    for (const { path } of operations('GET').filter(({ path }) => path.includes('{'))) {
      await inParallel(VALUES, (value) =>
        expectEnvelope('GET', program.url + path.replace(/\{[^}]+\}/g, value), { headers }),
      );
    }
  });

  it('in any body and If-Match causes no server error', async () => {
    for (const method of ['POST', 'PATCH']) {
      for (const { path } of operations(method)) {
        const address = `${program.url}${path.replace(/\{[^}]+\}/g, 'nonesuch')}`;
        await inParallel(BODIES, (body) =>
          expectEnvelope(method, address, {
            headers: { ...headers, 'content-type': 'application/json', 'if-match': '"' },
            body: JSON.stringify(body),
          }),
        );
      }
    }
  });

  it('in headers causes no server error', async () => {
    const values = ['*', '"', 'W/', ',,,', 'q=', 'br;q=9', 'x'.repeat(4000), '\u00ff'];
    const names = ['accept', 'accept-encoding', 'if-none-match', 'if-match', 'origin', 'range'];
    await inParallel(
      names.flatMap((name) => values.map((value) => ({ [name]: value }))),
      (odd) =>
        expectEnvelope('GET', `${program.url}/api/v1/businesses`, {
          headers: { ...headers, ...odd },
        }),
    );
  });
});

/** Routes whose input this suite covers. */
const DIRECTORY = /\/(businesses|categories|cities|counties|events|events\.ics|deals)(\/|\.|$)/;

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 16) {
    await Promise.all(items.slice(i, i + 16).map(work));
  }
}
