import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { call } from '../support/http.ts';
import { operationsOf, readDocuments } from '../support/openapi.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

interface Operation {
  method: string;
  path: string;
  takesJson: boolean;
}

describe('input validation', () => {
  const { program, key, token } = useDirectoryProcess({ TRUST_PROXY: 'true' });
  let url: string;
  let operations: Operation[];

  beforeAll(async () => {
    url = program.url;
    operations = (await readDocuments(program))
      .flatMap(operationsOf)
      .map(({ method, path, operation: { requestBody } }) => ({
        method,
        path: path.replace(/\{\w+\}/g, '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12'),
        takesJson: requestBody?.content['application/json'] !== undefined,
      }));
  });

  let clients = 0;
  const fromElsewhere = () => ({ 'x-forwarded-for': `10.1.${clients >> 8}.${clients++ & 255}` });

  it('refuses an unknown parameter with 400 on every route of both documents', async () => {
    expect(operations.length).toBeGreaterThan(50);
    for (const { method, path } of operations) {
      const { status, body } = await call(method, `${url}${path}?nonesuch=1`, {
        key,
        token,
        headers: fromElsewhere(),
      });
      // Errors of the token endpoint have no details.
      const field = body.error.details?.[0].field ?? /nonesuch/.exec(body.error_description)?.[0];
      expect([method, path, status, field]).toEqual([method, path, 400, 'nonesuch']);
    }
  });

  it('refuses an unauthorized file with 401 without affecting the connection’s next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, path: string, file?: Buffer) => {
      const headers = file && { 'content-type': 'text/csv', 'content-length': file.length };
      const asked = request(`${url}${path}`, { method, agent, headers });
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

  it('refuses a body with 6,900 or 450 unknown keys, or nested too deep, with a short 400 on every route', async () => {
    const manyKeys = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, i) => [i.toString(36), 1])),
      );
    const deep = `{"name":${'['.repeat(10_900)}${']'.repeat(10_900)}}`;
    const bodies = [manyKeys(6_900), manyKeys(450), deep];
    const takingJson = operations.filter(({ takesJson }) => takesJson);
    expect(takingJson.length).toBeGreaterThan(10);
    for (const { method, path } of takingJson) {
      for (const body of bodies) {
        const response = await fetch(url + path, {
          method,
          body,
          headers: {
            'content-type': 'application/json',
            'if-match': '"1"',
            'x-api-key': key,
            authorization: `Bearer ${token}`,
          },
        });
        const text = await response.text();
        expect([method, path, response.status]).toEqual([method, path, 400]);
        expect(text.length).toBeLessThan(4_096);
      }
    }
  });

  describe('POST /admin/token', () => {
    it('415: refuses JSON', async () => {
      const { status, body } = await call('POST', `${url}/admin/token`, {
        json: { username: 'a', password: 'b' },
        headers: fromElsewhere(),
      });
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
      expect(body.error_description).toContain('x-www-form-urlencoded');
    });

    it('429: refuses an address with too many failures before reading its body', async () => {
      const headers = { 'x-forwarded-for': '10.2.0.1' };
      for (let i = 0; i < 30; i++) {
        const { status } = await call('POST', `${url}/admin/token`, { headers, form: {} });
        expect(status).toBe(400);
      }
      const answer = await firstAnswer(
        'POST /admin/token HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.2.0.1\r\n' +
          'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    });
  });

  /** Sends incomplete text and returns the first answer. */
  function firstAnswer(text: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    return new Promise((resolve, reject) => {
      socket.once('error', reject).once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.write(text);
    });
  }
});
