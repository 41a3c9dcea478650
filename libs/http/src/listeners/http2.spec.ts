import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { speakHttp2 } from './http2.js';

const LONGEST_IDLE = 72_000;

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
    speakHttp2(server, take, longestSilence, () => {});
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
    await ask(opened);
    await eventually(() => opened.closed);
  });
});
