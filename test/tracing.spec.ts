import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createDatabase, describeOnPostgres, type TestDatabase } from './support/databases.ts';
import { eventually } from './support/eventually.ts';
import { call } from './support/http.ts';
import { KEY_FORM, someEmail } from './support/keys.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { type Program, startProgram } from './support/program.ts';
import { describeWithRedis, RedisServer } from './support/redis-server.ts';
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from './support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const WITH_TRACE = { traceparent: `00-${TRACE}-${PARENT}-01` };

const soon = { OTEL_BSP_SCHEDULE_DELAY: '50' };

describe('tracing', () => {
  let collector: TraceCollector;
  let database: TestDatabase;
  let program: Program | undefined;

  beforeEach(async () => {
    collector = await startTraceCollector();
    database = await createDatabase('embedded');
  });
  afterEach(async () => {
    await program?.kill();
    await collector.stop();
    await database.drop();
  });

  const start = async (env: Record<string, string> = {}) =>
    (program = await startProgram({
      ...database.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...soon,
      ...env,
    }));
  const spanNamed = (name: string) =>
    eventually(() => collector.spans.find((span) => span.name === name));
  const childrenOf = ({ spanId }: CollectedSpan) =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  it('sends a span for a request, with the statements that it caused', async () => {
    const { url } = await start({ OTEL_SERVICE_NAME: 'directory-of-the-test' });
    const answer = await fetch(`${url}/search?q=hunter2`);
    const span = await spanNamed('GET /search');
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/search',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'request.id': answer.headers.get('x-request-id'),
    });
    expect(span.parentSpanId).toBeUndefined();
    expect(collector.resource).toMatchObject({
      'service.name': 'directory-of-the-test',
      'service.version': expect.any(String),
    });

    const statements = await eventually(() => {
      const children = childrenOf(span);
      return children.length > 0 ? children : undefined;
    });
    for (const { traceId, attributes, milliseconds } of statements) {
      expect(traceId).toBe(span.traceId);
      expect(attributes['db.system.name']).toBe('postgresql');
      expect(milliseconds).toBeLessThanOrEqual(span.milliseconds);
    }
    // What was searched for is in none of them.
    expect(JSON.stringify(collector.spans)).not.toContain('hunter2');
  });

  it('tells of refusals, and of no probe', async () => {
    const { url } = await start();
    await fetch(`${url}/health/live`);
    await fetch(`${url}/metrics`);
    await call('GET', `${url}/api/v1/businesses`);
    await fetch(`${url}/nothing`, { headers: { host: 'evil.example' } });
    const refused = await spanNamed('GET /api/v1/businesses');
    expect(refused.attributes['http.response.status_code']).toBe(401);
    expect(collector.spans.map(({ name }) => name).join()).not.toMatch(/health|metrics/);
  });

  it('continues the trace of a trusted proxy, and lets the log name it', async () => {
    const { url, output } = await start({ TRUST_PROXY: 'loopback', ACCESS_LOG: 'true' });
    await fetch(`${url}/api/v1`, { headers: WITH_TRACE });
    expect(await spanNamed('GET /api/v1')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    await eventually(() => output().includes(`"traceId":"${TRACE}"`));
  });

  it('begins a trace where nobody else may, and lets the log name that', async () => {
    const { url, output } = await start({ ACCESS_LOG: 'true' });
    await fetch(`${url}/api/v1`, { headers: WITH_TRACE });
    const { traceId, parentSpanId } = await spanNamed('GET /api/v1');
    expect([traceId === TRACE, parentSpanId]).toEqual([false, undefined]);
    await eventually(() => output().includes(`"traceId":"${traceId}"`));
  });

  it('sends none that a trusted proxy does not sample', async () => {
    const { url } = await start({ TRUST_PROXY: 'loopback' });
    await fetch(`${url}/api/v1`, { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    await fetch(`${url}/openapi.json`);
    await spanNamed('GET /openapi.json');
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  });

  it('tells of a mail by the name of the request that caused it, and not whom it is for', async () => {
    const mails: MailServer = await startMailServer();
    try {
      const { url } = await start({ SMTP_URL: mails.url });
      const email = someEmail();
      const { headers } = await call('POST', `${url}/api/v1/key-requests`, {
        json: { name: 'Astrid', email, project: 'A map of the cafés along the North Shore.' },
      });
      const requestId = headers.get('x-request-id');
      const sent = await spanNamed('send key-request-received');
      expect(sent.attributes).toMatchObject({ 'request.id': requestId, 'mail.attempt': 1 });
      expect(childrenOf(sent).map(({ name }) => name)).toContain('mail transport');
      const mail = await eventually(() => mails.mails.find(({ to }) => to?.[0]?.address === email));
      expect(mail.headers.find(({ key }) => key === 'x-request-id')?.value).toBe(requestId);
      const all = JSON.stringify(collector.spans);
      expect(all).not.toContain(email);
      expect(all).not.toMatch(KEY_FORM);
    } finally {
      await mails.stop();
    }
  });

  it('sends what is left when it ends', async () => {
    const { url, stop } = await start({ OTEL_BSP_SCHEDULE_DELAY: '60000' });
    await fetch(`${url}/api/v1`);
    await stop();
    expect(collector.spans.map(({ name }) => name)).toContain('GET /api/v1');
  });

  it.each(['that is away', 'that does not answer'])(
    'serves, says so once, and ends in time with a collector %s',
    async (kind) => {
      const silent = createServer(() => {});
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      if (kind === 'that is away') silent.close();
      const { url, output, stop, ended } = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      });
      const ask = () => fetch(`${url}/api/v1`).then(({ status }) => status);
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
      await eventually(() => output().includes('Traces cannot be sent'));
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
      const asked = performance.now();
      await stop();
      expect(await ended).toBe(0);
      expect(performance.now() - asked).toBeLessThan(10_000);
      expect(output().match(/Traces cannot be sent/g)).toHaveLength(1);
      if (kind !== 'that is away') silent.close();
    },
  );
});

describeOnPostgres('tracing of counts in Redis', () => {
  describeWithRedis('by several processes', () => {
    it('has a span for each command, without what is in it', async () => {
      const collector = await startTraceCollector();
      const database = await createDatabase('PostgreSQL');
      const redis = await RedisServer.start();
      const program = await startProgram({
        ...database.env,
        REDIS_URL: redis.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...soon,
      });
      try {
        await call('GET', `${program.url}/api/v1/businesses`);
        const request = await eventually(() =>
          collector.spans.find(({ name }) => name === 'GET /api/v1/businesses'),
        );
        const commands = await eventually(() => {
          const found = collector.spans.filter(
            ({ attributes }) => attributes['db.system.name'] === 'redis',
          );
          return found.length > 0 ? found : undefined;
        });
        expect(commands.map(({ traceId }) => traceId)).toContain(request.traceId);
        expect(JSON.stringify(commands)).not.toContain('127.0.0.1');
      } finally {
        await program.stop();
        await redis.kill();
        await database.drop();
        await collector.stop();
      }
    });
  });
});
