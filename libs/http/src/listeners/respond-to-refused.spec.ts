import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { takesPipelined } from './pipelining.js';
import { respondToRefused } from './respond-to-refused.js';

describe(respondToRefused.name, () => {
  it('refuses a request once, even if its time is up before earlier responses are ready', async () => {
    const waiting: ServerResponse[] = [];
    const onRequest: RequestListener = (request, response) => {
      takesPipelined(request, response);
      if (request.refusal) response.writeHead(request.refusal.getStatus()).end();
      else waiting.push(response);
    };
    const server = createServer(onRequest).listen(0, '127.0.0.1');
    respondToRefused(server, onRequest);
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    const [, socket] = (await once(server, 'clientError')) as [Error, Socket];
    server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    waiting[0]!.end();
    const statuses = (await text(client)).matchAll(/HTTP\/1\.1 (\d+)/g);
    expect(Array.from(statuses, ([, status]) => status)).toEqual(['200', '400']);
    server.close();
  });
});
