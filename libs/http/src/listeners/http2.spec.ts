import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { speakHttp2 } from './http2.js';

const LONGEST_IDLE = 72_000;
const LINGER = 5_000;
const MAX_STREAMS = 100;
const HEADERS = 0x1;
const RST_STREAM = 0x3;
const GOAWAY = 0x7;
const END_STREAM = 0x1;
const END_HEADERS = 0x4;
const REFUSED_STREAM = constants.NGHTTP2_REFUSED_STREAM;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** SETTINGS frame without a setting. */
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

describe(speakHttp2.name, () => {
  let certificate: TestCertificate;
  let server: Server;
  let waiting: ServerResponse[];
  let session: ClientHttp2Session | undefined;

  beforeAll(() => {
    certificate = new TestCertificate();
  });
  afterAll(() => certificate.remove());
  afterEach(() => {
    session?.destroy();
    server.close();
    jest.useRealTimers();
  });

  async function open(longestSilence: number): Promise<ClientHttp2Session> {
    waiting = [];
    server = createServer({
      cert: readFileSync(certificate.file),
      key: readFileSync(certificate.keyFile),
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    const take = (_request: unknown, response: ServerResponse) => void waiting.push(response);
    speakHttp2(server, take, longestSilence);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    session = connect(`https://127.0.0.1:${port}`, { ca: readFileSync(certificate.authorityFile) });
    session.on('error', () => {});
    await once(session, 'remoteSettings');
    return session;
  }
  /** Sends a request that the server accepts but doesn't answer. */
  const ask = async (opened: ClientHttp2Session) => {
    const taken = waiting.length;
    const stream = opened.request({ ':path': '/' }).resume();
    stream.on('error', () => {});
    await eventually(() => waiting.length > taken);
    return stream;
  };
  /** Opens a connection that stays open when the server ends its side. */
  const openSocket = () => {
    const { port } = server.address() as AddressInfo;
    const ca = readFileSync(certificate.authorityFile);
    const tcp = connectTcp({ host: '127.0.0.1', port, allowHalfOpen: true });
    return connectTls({ socket: tcp, host: '127.0.0.1', ca, ALPNProtocols: ['h2'] });
  };
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  /** Waits until everything the server sent about the connection has been read. */
  const ping = (opened: ClientHttp2Session) =>
    new Promise<void>((resolve) => opened.ping(() => resolve()));

  it('closes a connection 72 seconds after its last request, but none with a request in progress', async () => {
    fakeTimers();
    const opened = await open(600_000);
    const stream = await ask(opened);
    jest.advanceTimersByTime(LONGEST_IDLE);
    await ping(opened);
    expect(opened.closed).toBe(false);

    const ended = once(waiting[0]!, 'close');
    waiting[0]!.end();
    await Promise.all([ended, once(stream, 'close')]);
    jest.advanceTimersByTime(LONGEST_IDLE - 1);
    await ping(opened);
    expect(opened.closed).toBe(false);
    jest.advanceTimersByTime(1);
    await eventually(() => opened.closed);
  });

  it('closes a silent connection and its requests', async () => {
    const opened = await open(200);
    const stream = opened.request({ ':path': '/' }).on('error', () => {});
    await eventually(() => opened.closed && stream.closed);
  });

  it('closes a connection whose client leaves it open after GOAWAY', async () => {
    const opened = await open(600_000);
    opened.destroy();
    await eventually(async () => (await connections()) === 0);
    fakeTimers();
    const socket = openSocket();
    socket.write(Buffer.concat([PREFACE, SETTINGS, frame(GOAWAY, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])]));
    await once(socket.resume(), 'end');
    expect(await connections()).toBe(1);
    jest.advanceTimersByTime(LINGER);
    await eventually(async () => (await connections()) === 0);
    socket.destroy();
  });

  it('takes 100 streams from a client that sends 101 without waiting for its settings', async () => {
    await open(600_000);
    const socket = openSocket();
    const requests = Array.from({ length: MAX_STREAMS + 1 }, (_, n) => headersFrame(2 * n + 1));
    socket.write(Buffer.concat([PREFACE, SETTINGS, ...requests]));
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
    const refusal = frame(RST_STREAM, 0, 2 * MAX_STREAMS + 1, [0, 0, 0, REFUSED_STREAM]);
    await eventually(() => received.includes(refusal));
    expect(waiting).toHaveLength(MAX_STREAMS);
    socket.destroy();
  });
});

/** RFC 9113, section 4.1. */
function frame(type: number, flags: number, stream: number, payload: number[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** A request for https://a/ that ends with its headers (RFC 7541, appendix A, for the codes). */
function headersFrame(stream: number): Buffer {
  const methodGet = 0x82;
  const schemeHttps = 0x87;
  const pathRoot = 0x84;
  const authority = 0x41;
  return frame(HEADERS, END_STREAM | END_HEADERS, stream, [
    ...[methodGet, schemeHttps, pathRoot, authority],
    ...[1, 'a'.charCodeAt(0)],
  ]);
}
