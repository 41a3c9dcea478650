import { Controller, Get, Req, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { eventually } from '../../../../test/support/eventually.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { LONGEST_SENDING_MS, UnsentResponses } from './unsent-responses.js';

const LIMITS = { perConnection: 10, inAll: 30 };
const CLIENT = '192.0.2.1';
const OTHER = '192.0.2.2';

class TestConnection extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
  }
}

describe(UnsentResponses.name, () => {
  let responses: UnsentResponses;
  let now: number;

  beforeEach(() => {
    now = 0;
    responses = new UnsentResponses(LIMITS, () => now);
  });

  const add = (connection: TestConnection, cost: number, network = CLIENT, isStream = false) => {
    const response = new EventEmitter();
    const socket = connection as unknown as Socket;
    const raw = response as unknown as FastifyReply['raw'];
    responses.add(socket, network, { cost, isStream }, raw);
    return response;
  };
  const open = (cost: number, network = CLIENT) => {
    const connection = new TestConnection();
    add(connection, cost, network);
    return connection;
  };

  const areClosed = (...connections: TestConnection[]) =>
    connections.map(({ destroyed }) => destroyed);

  it('closes a connection at the first byte over its limit', () => {
    const connection = open(4);
    add(connection, 6);
    expect(connection.destroyed).toBe(false);
    add(connection, 1);
    expect(connection.destroyed).toBe(true);
    expect([responses.bytes, responses.closed]).toEqual([0, 1]);
  });

  it('releases the bytes of sent responses', () => {
    const connection = new TestConnection();
    const sent = add(connection, 4);
    add(connection, 6);
    sent.emit('close');
    expect(responses.bytes).toBe(6);
    add(connection, 4);
    expect(connection.destroyed).toBe(false);
  });

  it('releases the bytes of a closed connection exactly once', () => {
    const connection = new TestConnection();
    const cut = add(connection, 4);
    add(connection, 7);
    open(1);
    cut.emit('close');
    expect(responses.bytes).toBe(1);
  });

  it('closes the largest connection of the client with the most bytes once the total exceeds the limit', () => {
    const single = open(9, OTHER);
    const small = open(6);
    const large = open(8);
    const last = open(7);
    expect(areClosed(single, small, large, last)).not.toContain(true);
    const next = open(1);
    expect(areClosed(single, small, large, last, next)).toEqual([false, false, true, false, false]);
    expect(responses.bytes).toBe(23);
  });

  it('closes a connection five minutes after an answer was ready that it has not taken', () => {
    const stalled = open(1);
    const reading = new TestConnection();
    const streamed = new TestConnection();
    add(streamed, 1, CLIENT, true);
    const sent = add(reading, 1);
    now = 1;
    const later = open(1);
    now = LONGEST_SENDING_MS - 1;
    responses.closeLate();
    expect(stalled.destroyed).toBe(false);
    sent.emit('close');
    now = LONGEST_SENDING_MS;
    responses.closeLate();
    expect(areClosed(stalled, reading, streamed, later)).toEqual([true, false, false, false]);
    expect([responses.bytes, responses.closed]).toEqual([2, 1]);
  });

  it('closes connections until the total is within the limit', () => {
    const connections = Array.from({ length: 30 }, () => open(1));
    open(10, OTHER);
    expect(areClosed(...connections).filter(Boolean)).toHaveLength(10);
    expect(responses.bytes).toBe(30);
  });
});

let body: PassThrough;
const arrivals = new EventEmitter<{ request: [FastifyRequest] }>();

@Public()
@Controller()
class StreamController {
  @Get()
  async stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    arrivals.emit('request', request);
    await eventually(() => request.socket.destroyed);
    void reply.send(body);
  }
}

describe('a streamed response whose client left before it was ready', () => {
  const certificate = new TestCertificate();
  let app: NestFastifyApplication;

  beforeAll(async () => {
    const environment = loadEnvironment(certificate.env);
    app = await createTestApp({ controllers: [StreamController] }, environment);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app.close();
    certificate.remove();
  });

  it('is closed, and does not count', async () => {
    body = new PassThrough();
    const ca = readFileSync(certificate.authorityFile);
    const session = connect(await app.getUrl(), { ca });
    const asked = once(arrivals, 'request');
    const stream = session.request({ ':path': '/' }).on('error', () => {});
    await asked;
    stream.close(constants.NGHTTP2_CANCEL);
    await once(body, 'close');
    expect(app.getHttpAdapter().getInstance().unsentResponses.bytes).toBe(0);
    session.destroy();
  });
});
