import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { call } from '../support/http.ts';
import { operationsOf, readDocuments } from '../support/openapi.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const LONG = 'a'.repeat(20_000);
const HOST = 'Host: localhost\r\n';
const GET = `GET /api/v1/businesses HTTP/1.1\r\n${HOST}`;
const POST = `POST /api/v1/key-requests HTTP/1.1\r\n${HOST}`;
const ONE = `GET /api/v1/x HTTP/1.1\r\n${HOST}\r\n`;
const CHUNKED = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
const WRONG_CHUNK = `${POST}${CHUNKED}\r\nZZ\r\n`;

const CODES: Record<number, string> = {
  400: 'malformed_request',
  414: 'uri_too_long',
  417: 'expectation_failed',
  431: 'request_header_too_large',
};

/** Raw requests and the expected statuses. */
const REFUSED: [status: number, what: string, request: string][] = [
  [400, 'no Host', 'GET /api/v1/businesses HTTP/1.1\r\n\r\n'],
  [400, 'no request', 'GARBAGE\r\n\r\n'],
  [400, 'an unknown method', 'FOO /api/v1/businesses HTTP/1.1\r\n\r\n'],
  [400, 'an unknown version', 'GET /api/v1/businesses HTTP/9.9\r\n\r\n'],
  [400, 'a space in the address', 'GET /api/v1/a b HTTP/1.1\r\n\r\n'],
  [400, 'bare line feeds', 'GET /api/v1/businesses HTTP/1.1\nHost: a\n\n'],
  [400, 'a header that is none', `${GET}No Header\r\n\r\n`],
  [400, 'two lengths', `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  [400, 'a chunk that is none', WRONG_CHUNK],
  [
    400,
    'an address as typed, with a body',
    `POST /api/v1/é HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`,
  ],
  [414, 'a long address', `GET /api/v1/businesses?q=${LONG} HTTP/1.1\r\n${HOST}\r\n`],
  [417, 'an unknown expectation', `${GET}Expect: tea\r\n\r\n`],
  [431, 'a long header', `${GET}X-Long: ${LONG}\r\n\r\n`],
];

const { program, key, token } = useDirectoryProcess({ LOG_LEVEL: 'info', TRUST_PROXY: 'true' });

describe('requests that Node would refuse itself', () => {
  /** Returns the statuses of all responses on one connection. */
  async function statusesOf(requests: string): Promise<number[]> {
    const { hostname, port } = new URL(program.url);
    const socket = connect(Number(port), hostname);
    socket.write(requests);
    const statuses = (await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g);
    return Array.from(statuses, ([, status]) => Number(status));
  }
  const remainingIn = (head: string) => Number(/x-ratelimit-remaining: (\d+)/i.exec(head)?.[1]);

  it.each(REFUSED)('get %i for %s', async (status, _, request) => {
    const before = remainingIn((await send(ONE)).head);
    const { head, body, ...answer } = await send(request);
    const { code, requestId } = body.error;
    expect([answer.status, body.success, code]).toEqual([status, false, CODES[status]]);
    expect(head).toContain(`x-request-id: ${requestId}`);
    expect(head).toMatch(/x-ratelimit-limit: 60\r\n/i);
    expect(head).toMatch(/x-ratelimit-reset: \d+/i);
    expect(remainingIn(head)).toBe(before - 1);
    // The Origin header may be in the part that was not read.
    if (status === 431) expect(head).toMatch(/access-control-allow-origin: \*/i);
  });

  it('get 200 for a path with unescaped characters', async () => {
    const path = '/api/v1/businesses?q=café';
    const answer = await send(`GET ${path} HTTP/1.1\r\n${HOST}X-API-Key: ${key}\r\n\r\n`);
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(answer.head).toContain('x-ratelimit-limit: 1000000');
    expect(answer.head).toMatch(/connection: close/i);
  });

  it('get 404 for CONNECT and for paths that traverse folders', async () => {
    for (const target of [
      'CONNECT example.org:443',
      'GET /docs/..%5c..',
      'GET /docs/..%5c..%5cpackage.json',
      'GET /docs/..%2f..%2fpackage.json',
      'GET /docs/%00',
      'GET /docs/../package.json',
      'GET /admin/docs/../keys',
      'GET /admin/docs/%2e%2e/keys',
    ]) {
      const { status, body } = await send(
        `${target} HTTP/1.1\r\n${HOST}Accept: application/json\r\n\r\n`,
      );
      expect([target, status, body.error.code]).toEqual([target, 404, 'not_found']);
    }
  });

  it.each([
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['a chunk that is none', WRONG_CHUNK],
  ])('get 400 after the responses to earlier requests: %s', async (_, request) => {
    expect(await statusesOf(ONE + ONE + request)).toEqual([404, 404, 400]);
  });

  it('close the connection for CONNECT before the responses to earlier requests', async () => {
    const tunnel = `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;
    expect(await statusesOf(ONE + ONE + tunnel)).toEqual([]);
    expect(await statusesOf(tunnel)).toEqual([404]);
  });
});

describe('refused requests', () => {
  it('get 400 for an unknown parameter on every route of both documents', async () => {
    const operations = (await readDocuments(program)).flatMap(operationsOf);
    expect(operations.length).toBeGreaterThan(50);
    for (const [index, { method, path }] of operations.entries()) {
      const address = path.replace(/\{\w+\}/g, '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12');
      const { status, body } = await call(method, `${program.url}${address}?nonesuch=1`, {
        key,
        token,
        headers: { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
      });
      // Errors of the token endpoint have no details.
      const field = body.error.details?.[0].field ?? /nonesuch/.exec(body.error_description)?.[0];
      expect([method, path, status, field]).toEqual([method, path, 400, 'nonesuch']);
    }
  });

  it('with a file get 401, and do not affect the next request on their connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, path: string, file?: Buffer) => {
      const headers = file && { 'content-type': 'text/csv', 'content-length': file.length };
      const asked = request(`${program.url}${path}`, { method, agent, headers });
      asked.end(file);
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return [response.statusCode, asked.reusedSocket];
    };
    expect(await ask('POST', '/admin/imports', Buffer.alloc(500_000, 'x'))).toEqual([401, false]);
    for (let i = 0; i < 12; i++) {
      expect(await ask('POST', '/admin/imports', Buffer.alloc(500_000, 'x'))).toEqual([401, true]);
    }
    expect(await ask('GET', '/health')).toEqual([200, true]);
    expect(program.output()).not.toContain('MaxListenersExceededWarning');
    agent.destroy();
  });

  it('to sign in get 429 before their body is read, after too many failures of the address', async () => {
    const headers = { 'x-forwarded-for': '10.2.0.1' };
    for (let i = 0; i < 30; i++) {
      const { status } = await call('POST', `${program.url}/admin/token`, { headers, form: {} });
      expect(status).toBe(400);
    }
    const { status } = await send(
      `POST /admin/token HTTP/1.1\r\n${HOST}X-Forwarded-For: 10.2.0.1\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n',
    );
    expect(status).toBe(429);
  });

  it('cause no error in the log', () => {
    expect(program.output()).not.toMatch(/"level":"(error|fatal)"/);
  });
});

/** Sends a raw request, which may be incomplete, and returns the response. */
function send(request: string): Promise<{ status: number; head: string; body: any }> {
  const { hostname, port } = new URL(program.url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve, reject) => {
    let text = '';
    const answered = () => {
      const [head, body] = text.split('\r\n\r\n') as [string, string?];
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      resolve({ status: Number(head.split(' ')[1]), head, body: JSON.parse(body) });
      socket.destroy();
    };
    socket.once('error', reject).once('close', () => reject(new Error(`Closed after: ${text}`)));
    socket.on('data', (data) => {
      text += data.toString();
      answered();
    });
    socket.write(request);
  });
}
