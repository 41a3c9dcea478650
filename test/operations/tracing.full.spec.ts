import { createServer } from 'node:net';
import {
  createAnyDatabase,
  createDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback } from '../support/free-port.ts';
import { call } from '../support/http.ts';
import { KEY_FORM, someEmail } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { describeWithRedis, RedisServer } from '../support/redis-server.ts';
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const WITH_TRACE = { traceparent: `00-${TRACE}-${PARENT}-01` };

const soon = { OTEL_BSP_SCHEDULE_DELAY: '50' };

describe('tracing', () => {
  let collector: TraceCollector;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createAnyDatabase();
    collector = await startTraceCollector();
  });
  afterAll(async () => {
    await collector.stop();
    await database.drop();
  });

  const start = (env: Record<string, string>) =>
    startProcess({
      ...database.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...soon,
      ACCESS_LOG: 'true',
      ...env,
    });
  const spanNamed = (name: string) =>
    eventually(() => collector.spans.find((span) => span.name === name));
  const childrenOf = ({ spanId }: CollectedSpan) =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  describe('behind a trusted proxy', () => {
    let mails: MailServer;
    let program: ProgramProcess;
    let url: string;

    beforeAll(async () => {
      mails = await startMailServer();
      program = await start({
        OTEL_SERVICE_NAME: 'directory-of-the-test',
        OTEL_TRACES_SAMPLER: 'banana',
        SMTP_URL: mails.url,
        TRUST_PROXY: 'loopback',
      });
      ({ url } = program);
    });
    afterAll(async () => {
      await program.stop();
      await mails.stop();
    });

    it('sends a span for a request with the statements it caused', async () => {
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
      // No span contains the search text.
      expect(JSON.stringify(collector.spans)).not.toContain('hunter2');
    });

    it('warns about a variable that OpenTelemetry does not understand', () => {
      expect(program.output()).toMatch(/"warn".*OTEL_TRACES_SAMPLER value \\"banana\\" invalid/);
    });

    it('records refusals and no probes', async () => {
      await fetch(`${url}/health/live`);
      await fetch(`${url}/metrics`);
      await call('GET', `${url}/api/v1/businesses`);
      await fetch(`${url}/nothing`, { headers: { host: 'evil.example' } });
      const refused = await spanNamed('GET /api/v1/businesses');
      expect(refused.attributes['http.response.status_code']).toBe(401);
      expect(collector.spans.map(({ name }) => name).join()).not.toMatch(/health|metrics/);
    });

    it('continues the proxy’s trace, and the log contains its id', async () => {
      await fetch(`${url}/api/v1`, { headers: WITH_TRACE });
      const span = await spanNamed('GET /api/v1');
      expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
      await eventually(() => program.output().includes(`"traceId":"${TRACE}"`));
    });

    it('sends no span that the proxy does not sample', async () => {
      const trace = 'a3ce929d0e0e47364bf92f3577b34da6';
      await fetch(`${url}/cities`, { headers: { traceparent: `00-${trace}-${PARENT}-00` } });
      await fetch(`${url}/categories`);
      await spanNamed('GET /categories');
      expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(trace);
    });

    it('links a mail to the request that caused it, without its recipient', async () => {
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
    });
  });

  it('starts its own trace without a trusted proxy, logs its id, and flushes on shutdown', async () => {
    collector.spans.length = 0;
    const { url, output, stop } = await start({ OTEL_BSP_SCHEDULE_DELAY: '60000' });
    await fetch(`${url}/api/v1`, { headers: WITH_TRACE });
    await stop();
    const { traceId, parentSpanId } = await spanNamed('GET /api/v1');
    expect([traceId === TRACE, parentSpanId]).toEqual([false, undefined]);
    await eventually(() => output().includes(`"traceId":"${traceId}"`));
  });

  it('serves, warns once, and stops in time with a collector that is down or does not answer', async () => {
    const down = createServer();
    const silent = createServer(() => {});
    const ports = await Promise.all([down, silent].map(listenOnLoopback));
    down.close();
    const programs = await Promise.all(
      ports.map((port) =>
        start({
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
          OTEL_EXPORTER_OTLP_TIMEOUT: '200',
        }),
      ),
    );
    for (const { url, output, stop, ended } of programs) {
      const ask = () => fetch(`${url}/api/v1`).then(({ status }) => status);
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
      await eventually(() => output().includes('Could not send traces'));
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
      const asked = performance.now();
      await stop();
      expect(await ended).toBe(0);
      expect(performance.now() - asked).toBeLessThan(10_000);
      expect(output().match(/Could not send traces/g)).toHaveLength(1);
    }
    silent.close();
  });
});

describeOnPostgres('tracing of counts in Redis', () => {
  describeWithRedis('by several processes', () => {
    it('has a span for every command, without its arguments', async () => {
      const collector = await startTraceCollector();
      const database = await createDatabase('PostgreSQL');
      const redis = await RedisServer.start();
      const program = await startProcess({
        ...database.env,
        REDIS_URL: redis.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...soon,
      });
      try {
        // Until Redis has replied in time once, requests are counted without it.
        const commands = await eventually(async () => {
          await call('GET', `${program.url}/api/v1/businesses`);
          const requests = collector.spans.filter(({ name }) => name === 'GET /api/v1/businesses');
          const traces = new Set(requests.map(({ traceId }) => traceId));
          const found = collector.spans.filter(
            ({ attributes, traceId }) =>
              attributes['db.system.name'] === 'redis' && traces.has(traceId),
          );
          return found.length > 0 ? found : undefined;
        });
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
