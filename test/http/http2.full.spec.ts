import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { request } from 'node:https';
import { eventually } from '../support/eventually.ts';
import { TestCertificate } from '../support/test-certificate.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const MAX_STREAMS = 100;

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
  /** Error code with which the stream closed. */
  code: number;
}

describe('HTTP/2', () => {
  const certificate = new TestCertificate();
  const { program } = useDirectoryProcess({ ...certificate.env, ACCESS_LOG: 'true' });
  const sessions: ClientHttp2Session[] = [];

  afterEach(() => sessions.splice(0).forEach((session) => session.destroy()));
  afterAll(() => certificate.remove());

  const ca = () => readFileSync(certificate.authorityFile);
  const open = async (): Promise<ClientHttp2Session> => {
    const session = connect(program.url, { ca: ca() });
    session.on('error', () => {});
    sessions.push(session);
    await once(session, 'remoteSettings');
    return session;
  };
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
    expect(await codeOf('/', { ':authority': 'evil.example' })).toEqual([
      421,
      'misdirected_request',
    ]);
    expect(await codeOf('/', { ':authority': 'localhost', host: 'evil.example' })).toEqual([
      400,
      'malformed_request',
    ]);
    expect(await codeOf('/', { 'x-long': 'a'.repeat(20_000) })).toEqual([
      431,
      'request_header_too_large',
    ]);
    expect(await codeOf(`/?q=${'a'.repeat(20_000)}`)).toEqual([414, 'uri_too_long']);
    expect(await codeOf('/api/v1/businesses', { ':method': 'TRACE' })).toEqual([
      405,
      'method_not_allowed',
    ]);
    expect(await codeOf('/', { ':method': 'get' })).toEqual([400, 'malformed_request']);
    const tunnel = { ':method': 'CONNECT', ':authority': 'example.org:443' };
    expect((await answerOf(session.request(tunnel, { endStream: true }))).status).toBe(421);
    await serves();
  });

  it('accepts four bodies per connection at a time and asks others to retry', async () => {
    const session = await open();
    const post = () =>
      session.request({
        ':method': 'POST',
        ':path': '/api/v1/key-requests',
        'content-type': 'application/json',
      });
    const slow = Array.from({ length: 4 }, post);
    for (const stream of slow) {
      stream.on('error', () => {});
      stream.write('{');
    }
    expect((await answerOf(post())).code).toBe(constants.NGHTTP2_REFUSED_STREAM);
    expect((await ask(session, '/health')).status).toBe(200);
    const ended = slow.map(answerOf);
    for (const stream of slow) stream.end('}');
    for (const { status } of await Promise.all(ended)) expect(status).toBe(400);
    const again = post();
    again.end('{}');
    expect((await answerOf(again)).status).toBe(400);
  });

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
    const slow = session.request({
      ':method': 'POST',
      ':path': '/api/v1/key-requests',
      'content-type': 'application/json',
    });
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
