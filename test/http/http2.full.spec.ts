import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { eventually } from '../support/eventually.ts';
import { TestCertificate } from '../support/test-certificate.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const MAX_STREAMS = 100;
const PER_ADDRESS = 3;
/** More connections than the server accepts at a time. */
const MANY = 300;

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
  /** Error code with which the stream closed. */
  code: number;
}

describe('HTTP/2', () => {
  const certificate = new TestCertificate();
  const { program } = useDirectoryProcess({
    ...certificate.env,
    ACCESS_LOG: 'true',
    MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
  });
  const sessions: ClientHttp2Session[] = [];

  afterEach(() => sessions.splice(0).forEach((session) => session.destroy()));
  afterAll(() => certificate.remove());

  const ca = () => readFileSync(certificate.authorityFile);
  /** Opens a session; returns undefined if the server closes it before sending its settings. */
  const tryToOpen = async (): Promise<ClientHttp2Session | undefined> => {
    const session = connect(program.url, { ca: ca() });
    sessions.push(session);
    const refused = new Promise<undefined>((resolve) => {
      session.on('error', () => {}).once('close', () => resolve(undefined));
    });
    return Promise.race([once(session, 'remoteSettings').then(() => session), refused]);
  };
  /** Opens a session once the server has noticed the end of earlier ones. */
  const open = () => eventually(tryToOpen);
  const post = (session: ClientHttp2Session) =>
    session.request({
      ':method': 'POST',
      ':path': '/api/v1/key-requests',
      'content-type': 'application/json',
    });
  const nameOf = (session: ClientHttp2Session) =>
    (session.socket as TLSSocket).getPeerCertificate().fingerprint256;
  const answerOf = async (stream: ClientHttp2Stream): Promise<Answer> => {
    const answer: Answer = { status: undefined, headers: {}, body: '', code: 0 };
    stream.on('response', (headers) => {
      answer.status = headers[':status'];
      answer.headers = headers;
    });
    stream.setEncoding('utf8').on('data', (text: string) => (answer.body += text));
    stream.on('error', () => {});
    await new Promise((resolve) => stream.once('close', resolve));
    return { ...answer, code: stream.rstCode };
  };
  const ask = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}) =>
    answerOf(session.request({ ':path': path, ...headers }));
  const overHttp1 = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(program.url + path, { ca: ca(), agent: false }, (response) => {
        expect(response.httpVersion).toBe('1.1');
        response.resume().on('end', () => resolve(response.statusCode!));
      });
      sent.on('error', reject).end();
    });
  const serves = async () => expect((await ask(await open(), '/health')).status).toBe(200);

  it('is used with clients that offer it, and HTTP/1.1 with all others', async () => {
    const session = await open();
    expect(session.alpnProtocol).toBe('h2');
    expect(session.remoteSettings.maxConcurrentStreams).toBe(MAX_STREAMS);
    const { status, headers, body } = await ask(session, '/api/v1/businesses');
    expect([status, JSON.parse(body).error.code]).toEqual([401, 'missing_api_key']);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', date: expect.any(String) });
    expect(headers).not.toHaveProperty('connection');
    expect(await overHttp1('/health')).toBe(200);
  });

  it('logs the address of the client', async () => {
    await ask(await open(), '/developers');
    const line = await eventually(() =>
      program
        .output()
        .split('\n')
        .find((text) => text.includes('GET /developers')),
    );
    expect(JSON.parse(line)).toMatchObject({ client: '127.0.0.1', status: 200 });
  });

  it('refuses what HTTP/1.1 refuses, with the same messages', async () => {
    const session = await open();
    const codeOf = async (path: string, headers?: OutgoingHttpHeaders) => {
      const { status, body } = await ask(session, path, { accept: 'application/json', ...headers });
      return [status, JSON.parse(body).error.code];
    };
    for (const [path, headers, status, code] of [
      ['/', { ':authority': 'evil.example' }, 421, 'misdirected_request'],
      ['/', { ':authority': 'localhost', host: 'evil.example' }, 400, 'malformed_request'],
      ['/', { 'x-long': 'a'.repeat(20_000) }, 431, 'request_header_too_large'],
      [`/?q=${'a'.repeat(20_000)}`, {}, 414, 'uri_too_long'],
      ['/api/v1/businesses', { ':method': 'TRACE' }, 405, 'method_not_allowed'],
      ['/', { ':method': 'get' }, 400, 'malformed_request'],
    ] as const) {
      expect(await codeOf(path, headers)).toEqual([status, code]);
    }
    const tunnel = { ':method': 'CONNECT', ':authority': 'example.org:443' };
    expect((await answerOf(session.request(tunnel, { endStream: true }))).status).toBe(421);
    await serves();
  });

  it('accepts four bodies per connection at a time and asks others to retry', async () => {
    const session = await open();
    const slow = Array.from({ length: 4 }, () => post(session));
    for (const stream of slow) {
      stream.on('error', () => {});
      stream.write('{');
    }
    expect((await answerOf(post(session))).code).toBe(constants.NGHTTP2_REFUSED_STREAM);
    expect((await ask(session, '/health')).status).toBe(200);
    const ended = slow.map(answerOf);
    for (const stream of slow) stream.end('}');
    for (const { status } of await Promise.all(ended)) expect(status).toBe(400);
    const again = post(session);
    again.end('{}');
    expect((await answerOf(again)).status).toBe(400);
  });

  it('limits connections per address, whatever the number of requests on each', async () => {
    const kept: ClientHttp2Session[] = [];
    for (let i = 0; i < PER_ADDRESS; i++) kept.push(await open());
    expect(await tryToOpen()).toBeUndefined();
    const asked = kept.flatMap((session) =>
      Array.from({ length: MANY / PER_ADDRESS }, () => ask(session, '/health/live')),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    kept[0]!.destroy();
    await open();
  });

  it('accepts another body after one that was refused while still arriving', async () => {
    const session = await open();
    for (let i = 0; i < 10; i++) {
      const stream = post(session);
      stream.write('a'.repeat(65_537));
      expect(await answerOf(stream)).toMatchObject({ status: 413, code: 0 });
    }
  });

  it('shows a renewed certificate on new connections, and keeps the others', async () => {
    const former = await open();
    const slow = post(former);
    slow.write('{');
    await ask(former, '/health');
    const renewed = new TestCertificate();
    copyFileSync(renewed.file, certificate.file);
    copyFileSync(renewed.keyFile, certificate.keyFile);
    copyFileSync(renewed.authorityFile, certificate.authorityFile);
    renewed.remove();
    process.kill(program.pid, 'SIGHUP');
    const next = await open();
    expect(nameOf(next)).not.toBe(nameOf(former));
    for (const session of [former, next]) expect((await ask(session, '/health')).status).toBe(200);
    const answered = answerOf(slow);
    slow.end('}');
    expect((await answered).status).toBe(400);
  });

  // On Node 20, the server counts this connection until it has been silent for long enough.
  it('closes a connection that only opens and resets streams (CVE-2023-44487)', async () => {
    const session = await open();
    let isOpen = true;
    session.once('close', () => (isOpen = false));
    // `/health` counts toward no limit. The pause after each round lets the client read the
    // server's frames.
    await eventually(() => {
      for (let i = 0; i < MAX_STREAMS && !session.closed && !session.destroyed; i++) {
        const stream = session.request({ ':path': '/health' });
        stream.on('error', () => {});
        stream.close(constants.NGHTTP2_CANCEL);
      }
      return !isOpen;
    });
    await serves();
  });

  // This runs last, because it ends the program.
  it('on shutdown, finishes requests in flight and sends clients elsewhere', async () => {
    const session = await open();
    const goaway = once(session, 'goaway');
    const slow = post(session);
    slow.write('{');
    await ask(session, '/health');
    process.kill(program.pid, 'SIGTERM');
    expect((await goaway)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    const answered = answerOf(slow);
    slow.end('}');
    expect((await answered).status).toBe(400);
    const code = await program.ended;
    expect(code).toBe(0);
    expect(program.output()).not.toContain('Warning');
  });
});
