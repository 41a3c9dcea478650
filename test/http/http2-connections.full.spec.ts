import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { TestCertificate } from '../support/test-certificate.ts';

const PER_ADDRESS = 3;
/** More connections than the server accepts at a time. */
const MANY = 300;

describe('HTTP/2 connections', () => {
  let certificate: TestCertificate;
  let database: TestDatabase;
  let program: ProgramProcess;
  const sessions: ClientHttp2Session[] = [];

  beforeAll(async () => {
    certificate = new TestCertificate();
    database = await createAnyDatabase();
    program = await startProcess({
      ...database.env,
      ...certificate.env,
      MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
    });
  });
  afterEach(() => sessions.splice(0).forEach((session) => session.destroy()));
  afterAll(async () => {
    await program.kill();
    await database.drop();
    certificate.remove();
  });

  /** Opens a session; returns undefined if the server closes it before sending its settings. */
  const open = async (authority = certificate): Promise<ClientHttp2Session | undefined> => {
    const session = connect(program.url, { ca: readFileSync(authority.authorityFile) });
    sessions.push(session);
    const refused = new Promise<undefined>((resolve) => {
      session.on('error', () => {}).once('close', () => resolve(undefined));
    });
    return Promise.race([once(session, 'remoteSettings').then(() => session), refused]);
  };
  const ask = async (session: ClientHttp2Session, path = '/health/live') => {
    const stream = session.request({ ':path': path });
    stream.on('error', () => {}).resume();
    const [headers] = await once(stream, 'response');
    return headers[':status'] as number;
  };
  const nameOf = (session: ClientHttp2Session) =>
    (session.socket as TLSSocket).getPeerCertificate().fingerprint256;

  it('are limited per address, whatever the number of requests on each', async () => {
    const kept: (ClientHttp2Session | undefined)[] = [];
    for (let i = 0; i < PER_ADDRESS; i++) kept.push(await open());
    expect(kept).not.toContain(undefined);
    expect(await open()).toBeUndefined();
    const asked = kept.flatMap((session) =>
      Array.from({ length: MANY / PER_ADDRESS }, () => ask(session!)),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    kept[0]!.destroy();
    await eventually(async () => (await open()) !== undefined);
  });

  it('accept another body after one that was refused while still arriving', async () => {
    const session = await eventually(() => open());
    for (let i = 0; i < 10; i++) {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/api/v1/key-requests',
        'content-type': 'application/json',
      });
      const answered = once(stream, 'response');
      const closed = once(stream.resume(), 'close');
      stream.write('a'.repeat(65_537));
      const [headers] = (await answered) as [Record<string, unknown>];
      await closed;
      expect([headers[':status'], stream.rstCode]).toEqual([413, 0]);
    }
  });

  it('survive a renewal of the certificate, which new connections get', async () => {
    const former = await eventually(() => open());
    const slow = former.request({
      ':method': 'POST',
      ':path': '/api/v1/key-requests',
      'content-type': 'application/json',
    });
    slow.write('{');
    await ask(former);
    const renewed = new TestCertificate();
    try {
      copyFileSync(renewed.file, certificate.file);
      copyFileSync(renewed.keyFile, certificate.keyFile);
      process.kill(program.pid, 'SIGHUP');
      const next = await eventually(() => open(renewed));
      expect(nameOf(next)).not.toBe(nameOf(former));
      expect([await ask(former), await ask(next)]).toEqual([200, 200]);
      const answered = once(slow, 'response');
      slow.end('}');
      expect((await answered)[0][':status']).toBe(400);
    } finally {
      renewed.remove();
    }
  });
});
