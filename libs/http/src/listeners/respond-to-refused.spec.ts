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

  it('reads the headers of a URL as typed at once, whatever their spaces', async () => {
    const received: IncomingHttpHeaders[] = [];
    const onRequest: RequestListener = ({ refusal, headers }, response) => {
      if (!refusal) received.push(headers);
      response.writeHead(refusal?.getStatus() ?? 200).end();
    };
    await listen(onRequest);
    const send = async (header: string) => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.write(`GET /\xe9 HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`, 'latin1');
      return (await text(client)).slice(9, 12);
    };
    expect(await send('X-Words: \t two  words \t')).toBe('200');
    expect(await send('X-Empty: ')).toBe('200');
    expect(received).toMatchObject([{ 'x-words': 'two  words' }, { 'x-empty': '' }]);
    const began = performance.now();
    expect(await send(`X-Spaces:${' '.repeat(2_000)}\x01`)).toBe('400');
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
