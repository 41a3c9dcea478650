import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ConnectionLimits } from './connection-limits.js';
import { createServer } from './create-server.js';
import { publicListener } from './listener.js';

describe(createServer.name, () => {
  let server: Server;
  let received: IncomingMessage[];

  beforeEach(() => {
    received = [];
    const environment = loadEnvironment({});
    server = createServer(
      {
        environment,
        connectionLimits: new ConnectionLimits(environment),
        certificate: undefined,
      },
      publicListener(environment),
      (request, response) => {
        received.push(request);
        response.end();
      },
    );
  });

  it('closes silent and slow connections, but later than load balancers and browsers do', () => {
    const minute = 60_000;
    expect(server).toMatchObject({
      headersTimeout: minute / 4,
      keepAliveTimeout: 1.2 * minute,
      timeout: 1.25 * minute,
      requestTimeout: 60 * minute,
    });
  });

  async function send(request: string): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.end(`${request}\r\n\r\n`);
    const response = await text(client);
    server.close();
    return response;
  }

  it('reads all headers regardless of their number', async () => {
    const many = 'a:\r\n'.repeat(3_000);
    const response = await send(`GET / HTTP/1.1\r\nHost: a\r\n${many}X-Forwarded-For: 192.0.2.7`);
    expect(response).toContain('200 OK');
    expect(received[0]!.headers['x-forwarded-for']).toBe('192.0.2.7');
  });

  it.each([
    ['HTTP/1.1', 'malformed_request'],
    ['HTTP/1.0', undefined],
    ['HTTP/1.1\r\nHost: a', undefined],
    ['HTTP/1.1\r\nHost: a\r\nX-A: host\r\nhOST: a', 'malformed_request'],
    ['HTTP/1.0\r\nHost: a\r\nHost: b', 'malformed_request'],
  ])('requires one Host header: GET / %j', async (rest, code) => {
    await send(`GET / ${rest}`);
    expect(received[0]!.refusal?.code).toBe(code);
  });
});
