import { Controller, Get, Post } from '@nestjs/common';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { ApiError } from '../errors/api-error.js';
import { closeGently, closeUnlessRead } from './close-gently.js';

const LINGER = 5_000;

@Public()
@Controller()
class EchoController {
  @Get('health')
  health() {
    return {};
  }

  @Post('echo')
  echo() {
    return {};
  }

  @Post('upload')
  @RouteConfig({ body: 'file' })
  upload(): never {
    throw new ApiError('conflict', 'It is there already.');
  }
}

const LENGTH = 100_000;
const GET = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** A request refused before its body is read. */
const MISDIRECTED = `POST /echo HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${LENGTH}\r\n\r\n`;
const TOO_LARGE = MISDIRECTED.replace('evil.example', 'localhost');
const CHUNKED =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nNO LENGTH\r\n';
/** A request that may be refused while its body is read. */
const UPLOAD = `POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: ${LENGTH}\r\n\r\n`;

let app: NestFastifyApplication;
let client: Socket;
let answered: string;

beforeAll(async () => {
  const environment = loadEnvironment({ PUBLIC_URL: 'http://127.0.0.1' });
  app = await createTestApp({ controllers: [EchoController] }, environment);
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());
beforeEach(async () => {
  fakeTimers();
  answered = '';
  const { port } = new URL(await app.getUrl());
  client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {}).on('data', (data) => (answered += String(data)));
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  jest.useRealTimers();
});

const statuses = () => [...answered.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
const isAnswered = (times: number) => eventually(() => statuses().length === times);

describe(closeUnlessRead.name, () => {
  it.each([
    ['421', MISDIRECTED],
    ['413', TOO_LARGE],
    ['409', UPLOAD],
  ])(
    'accepts another request after one refused before its body arrived: %s',
    async (status, refused) => {
      client.write(refused);
      await isAnswered(1);
      jest.advanceTimersByTime(LINGER - 1);
      client.write('x'.repeat(LENGTH) + GET);
      await isAnswered(2);
      expect(statuses()).toEqual([status, '200']);
      jest.advanceTimersByTime(LINGER);
      client.write(GET);
      await isAnswered(3);
    },
  );

  it('closes the connection of a refused client that keeps sending for more than five seconds', async () => {
    client.write(MISDIRECTED);
    await isAnswered(1);
    const closed = new Promise((resolve) => client.once('close', resolve));
    let seconds = 0;
    await eventually(() => {
      client.write('x');
      seconds += 1;
      jest.advanceTimersByTime(1_000);
      return client.destroyed || client.readableEnded;
    });
    expect(seconds).toBeGreaterThanOrEqual(LINGER / 1_000);
    client.end();
    await closed;
  });
});

describe(closeGently.name, () => {
  it.each([
    ['request', 'GARBAGE\r\n\r\n'],
    ['body', CHUNKED],
  ])('announces the end of a connection with an unreadable %s', async (_, unreadable) => {
    client.write(unreadable);
    await isAnswered(1);
    expect(statuses()).toEqual(['400']);
    expect(answered).toMatch(/^connection: close\r$/im);
    await eventually(() => client.readableEnded);
  });

  it('closes an unreadable connection, and waits five seconds for the client', async () => {
    client.write('GARBAGE\r\n\r\n');
    await isAnswered(1);
    await eventually(() => client.readableEnded);
    const server = app.getHttpAdapter().getInstance().server;
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    jest.advanceTimersByTime(LINGER - 1);
    client.write('still here');
    expect(await connections()).toBe(1);
    jest.advanceTimersByTime(1);
    // Node's own timeouts would also close it, but later.
    await eventually(async () => (await connections()) === 0, 5_000);
  });
});
