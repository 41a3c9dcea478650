import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { SWAGGER_UI_VERSION } from '../../apps/api/src/openapi/serve-documents.ts';
import { eventually } from '../support/eventually.ts';
import { TestCertificate } from '../support/test-certificate.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

/** Maximum number of unread response bytes across all connections. */
const MAX_UNSENT = 48 * 1024 ** 2;
const PATH = '/openapi.json';
/** Large enough that the operating system cannot buffer 16 of them for a connection. */
const LARGE = `/docs/${SWAGGER_UI_VERSION}/swagger-ui-bundle.js`;

interface Client {
  isClosed: boolean;
  destroy(): void;
}

describe('unread responses', () => {
  const certificate = new TestCertificate();
  const { program } = useDirectoryProcess({ ...certificate.env, TRUST_PROXY: 'true' });
  let clients: Client[];

  beforeEach(() => (clients = []));
  afterEach(() => clients.forEach((client) => client.destroy()));
  afterAll(() => certificate.remove());

  const ca = () => readFileSync(certificate.authorityFile);
  /** Sends requests over HTTP/2 from a client that accepts no body bytes. */
  const openHttp2 = (streams: number) => {
    const session = connectHttp2(program.url, { ca: ca(), settings: { initialWindowSize: 0 } });
    const client: Client = { isClosed: false, destroy: () => session.destroy() };
    session.on('error', () => {}).once('close', () => (client.isClosed = true));
    for (let n = 0; n < streams; n++) {
      const headers = { ':path': PATH, 'x-forwarded-for': `192.0.2.${clients.length}` };
      session.request(headers).on('error', () => {});
    }
    clients.push(client);
  };
  /** Pipelines requests over HTTP/1.1 from a client that never reads. */
  const openHttp1 = (requests: number) => {
    const { hostname: host, port } = new URL(program.url);
    const socket = connectTls({ host, port: Number(port), ca: ca() });
    const client: Client = { isClosed: false, destroy: () => socket.destroy() };
    socket.on('error', () => {}).once('close', () => (client.isClosed = true));
    const headers = `Host: ${host}:${port}\r\nX-Forwarded-For: 198.51.100.${clients.length}`;
    socket.pause().write(`GET ${LARGE} HTTP/1.1\r\n${headers}\r\n\r\n`.repeat(requests));
    clients.push(client);
  };
  const metric = async (name: string) => {
    const { body } = await ask('/metrics');
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
  };
  const ask = async (path: string) => {
    const session = connectHttp2(program.url, { ca: ca() });
    try {
      let body = '';
      const stream = session.request({ ':path': path }).setEncoding('utf8');
      for await (const chunk of stream) body += chunk;
      return { body };
    } finally {
      session.destroy();
    }
  };

  // The first request creates the document, which takes seconds.
  beforeAll(() => ask(PATH));

  it('close an HTTP/2 connection that has too many of them', async () => {
    openHttp2(100);
    openHttp2(1);
    await eventually(() => clients[0]!.isClosed);
    expect(clients[1]!.isClosed).toBe(false);
    expect((await ask('/')).body).toContain('</html>');
  });

  it.each([
    ['HTTP/2', () => openHttp2(30)],
    ['HTTP/1.1', () => openHttp1(16)],
  ])('close some %s connections once their total exceeds the limit', async (_, open) => {
    const before = await metric('http_connections_closed_unread_total');
    for (let n = 0; n < 20; n++) open();
    await eventually(
      async () => (await metric('http_connections_closed_unread_total')) > before + 2,
    );
    expect(await metric('http_unsent_bytes')).toBeLessThanOrEqual(MAX_UNSENT);
    expect((await ask('/')).body).toContain('</html>');
  });
});
