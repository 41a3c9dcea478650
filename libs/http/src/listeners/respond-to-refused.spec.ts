import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { takesPipelined } from './pipelining.js';
import { respondToRefused } from './respond-to-refused.js';

describe(respondToRefused.name, () => {
  let server: Server;

  afterEach(() => server.close());

  async function listen(onRequest: RequestListener) {
    server = createServer(onRequest).listen(0, '127.0.0.1');
    respondToRefused(server, onRequest);
    await once(server, 'listening');
  }

  it('refuses a request once, even if its time is up before earlier responses are ready', async () => {
    const waiting: ServerResponse[] = [];
    const onRequest: RequestListener = (request, response) => {
      takesPipelined(request, response);
      if (request.refusal) response.writeHead(request.refusal.getStatus()).end();
      else waiting.push(response);
    };
    await listen(onRequest);
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    const [, socket] = (await once(server, 'clientError')) as [Error, Socket];
    server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    waiting[0]!.end();
    const statuses = (await text(client)).matchAll(/HTTP\/1\.1 (\d+)/g);
    expect(Array.from(statuses, ([, status]) => status)).toEqual(['200', '400']);
  });

  describe('of a URL without percent-encoding', () => {
    const received: IncomingHttpHeaders[] = [];

    beforeEach(() =>
      listen(({ refusal, headers }, response) => {
        if (!refusal) received.push(headers);
        response.writeHead(refusal?.getStatus() ?? 200).end();
      }),
    );

    async function statusOf({ query = '', header = 'X-Empty: ' }) {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const request = `GET /\xe9${query} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
      client.write(request, 'latin1');
      return (await text(client)).slice(9, 12);
    }

    it('reads headers at once, whatever their spaces', async () => {
      expect(await statusOf({ header: 'X-Words: \t two  words \t' })).toBe('200');
      expect(await statusOf({ header: 'X-Empty: ' })).toBe('200');
      expect(received).toMatchObject([{ 'x-words': 'two  words' }, { 'x-empty': '' }]);
      const before = process.cpuUsage();
      expect(await statusOf({ header: `X-Spaces:${' '.repeat(2_000)}\x01` })).toBe('400');
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
    });

    it('refuses more than 16 kB', async () => {
      expect(await statusOf({ query: `?q=${'a'.repeat(16_000)}` })).toBe('200');
      expect(await statusOf({ query: `?q=${'a'.repeat(20_000)}` })).toBe('414');
      expect(await statusOf({ header: `X-Long: ${'a'.repeat(20_000)}` })).toBe('400');
    });
  });
});
