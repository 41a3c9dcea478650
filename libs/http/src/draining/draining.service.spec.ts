import { Controller, Get, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { HttpModule } from '../http.module.js';
import { listen } from '../listeners/listen.js';
import { DrainingService } from './draining.service.js';

/** More bytes than the system buffers for a client that does not read, fewer than a connection may hold. */
const LARGE = Buffer.alloc(14 * 1024 ** 2, 'x');

@Public()
@Controller()
class EchoController {
  @Get('health')
  health() {
    return {};
  }

  @Get('large')
  large() {
    return LARGE;
  }

  @Post('echo')
  echo() {
    return {};
  }
}

const environment = loadEnvironment({ PORT: '0', PUBLIC_URL: 'http://127.0.0.1' });

const PARTS = { imports: [HttpModule], controllers: [EchoController] };

const GET = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const HEAD_OF_POST =
  'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';

/** Opens a connection and collects everything it receives. */
interface Client {
  socket: Socket;
  answered(): string;
  isClosed(): boolean;
}

describe(DrainingService.name, () => {
  let app: NestFastifyApplication;
  let draining: DrainingService;
  let port: number;

  beforeEach(async () => {
    app = await createTestApp(PARTS, environment);
    draining = app.get(DrainingService);
    app.getHttpAdapter().getInstance().addHook('onSend', draining.closeConnections);
    await app.init();
    await listen(app, environment);
    port = Number(new URL(await app.getUrl()).port);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await app.close();
  });

  async function client(...sent: string[]): Promise<Client> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    let closed = false;
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('close', () => (closed = true)).on('error', () => {});
    await once(socket, 'connect');
    for (const text of sent) socket.write(text);
    return { socket, answered: () => answer, isClosed: () => closed };
  }

  it('closes each connection after its response and keeps listening once draining has begun', async () => {
    const early = await client(GET);
    await eventually(() => early.answered().includes('200 OK'));
    expect(early.answered()).not.toMatch(/^connection: close/im);

    draining.begin();
    early.socket.write(GET);
    const late = await client(GET);
    for (const each of [early, late]) {
      await eventually(() => each.isClosed());
      expect(each.answered()).toMatch(/200 OK[^]*\r\nconnection: close/i);
    }
  });

  it('closes idle and silent connections, and completes partly sent requests', async () => {
    const idle = await client(GET);
    const silent = await client();
    const half = await client(HEAD_OF_POST);
    await eventually(() => idle.answered().includes('200 OK'));
    const began = performance.now();
    const now = jest.spyOn(performance, 'now').mockReturnValue(began);
    draining.begin();
    const finished = draining.finish();
    await eventually(() => idle.isClosed());
    expect(silent.isClosed()).toBe(false);
    now.mockReturnValue(began + 1_000);
    await eventually(() => silent.isClosed());
    expect(half.isClosed()).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();

    half.socket.write('{}');
    await finished;
    await eventually(() => half.isClosed());
    expect(half.answered()).toMatch(/201 Created[^]*\r\nconnection: close/i);
  });

  it('cuts off unfinished requests after ten seconds', async () => {
    fakeTimers('setInterval', 'clearInterval');
    const idle = await client(GET);
    const half = await client(HEAD_OF_POST);
    await eventually(() => idle.answered().includes('200 OK'));
    draining.begin();
    const finished = draining.finish();
    await eventually(() => idle.isClosed());
    jest.advanceTimersByTime(9_999);
    await nextTurn();
    expect(half.isClosed()).toBe(false);
    jest.advanceTimersByTime(1);
    await finished;
    await eventually(() => half.isClosed());
    expect(half.answered()).toBe('');
  });

  it('sends the whole response to a slow reader', async () => {
    const slow = await client('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    slow.socket.once('data', () => slow.socket.pause());
    await eventually(() => slow.answered() !== '');
    draining.begin();
    const finished = draining.finish();
    await delay(200);
    slow.socket.resume();
    await finished;
    await eventually(() => slow.isClosed());
    expect(slow.answered().length).toBeGreaterThan(LARGE.length);
  });

  it('accepts clients that connected before it stopped listening', async () => {
    draining.begin();
    const clients = await Promise.all(Array.from({ length: 20 }, () => client(GET)));
    const finished = draining.finish();
    for (const each of clients) {
      await eventually(() => each.isClosed());
      expect(each.answered()).toContain('200 OK');
    }
    await finished;
  });
});
