import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { takesPipelined } from './pipelining.js';

const MAX_PIPELINED = 16;

describe(takesPipelined.name, () => {
  let parsed: number;
  let waiting: ServerResponse[];
  let server: Server;
  let client: Socket;
  let received: string;

  class CountedMessage extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      parsed++;
    }
  }

  beforeEach(async () => {
    parsed = 0;
    waiting = [];
    received = '';
    server = createServer({ IncomingMessage: CountedMessage }, (request, response) => {
      if (takesPipelined(request, response)) waiting.push(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => {}).on('data', (chunk) => (received += String(chunk)));
  });
  afterEach(async () => {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (count: number) => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };
  const answers = () => received.match(/200 OK/g)?.length ?? 0;

  it('answers the maximum number of pipelined requests in order, and then as many again', async () => {
    for (const total of [MAX_PIPELINED, 2 * MAX_PIPELINED]) {
      send(MAX_PIPELINED);
      await until(() => waiting.length === MAX_PIPELINED);
      for (const response of waiting.splice(0)) response.end();
      await until(() => answers() === total);
    }
    expect(client.destroyed).toBe(false);
  });

  it('closes the connection at one more, and does not parse the rest', async () => {
    send(1_000);
    await once(client, 'close');
    expect(waiting).toHaveLength(MAX_PIPELINED);
    expect(parsed).toBeLessThanOrEqual(MAX_PIPELINED + 2);
  });

  it('counts each connection separately', async () => {
    const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
    send(MAX_PIPELINED);
    other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => waiting.length === MAX_PIPELINED + 1);
    other.destroy();
  });

  it('closes the responses that await their turn when the client disconnects', async () => {
    send(3);
    await until(() => waiting.length === 3);
    const closed = Promise.all(waiting.map((response) => once(response, 'close')));
    client.destroy();
    await closed;
    expect(waiting.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });
});
