import { Controller, Get, Param, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { createTestApp } from '../../../test/support/test-app.ts';
import { Public } from './access.js';
import { accessLog } from './access-log.js';
import { requestNames } from './request-id.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

@Public()
@Controller('things')
class ThingsController {
  @Get('stream')
  stream(@Res() reply: FastifyReply) {
    void reply.send(Readable.from(['four', 'five!']));
  }

  @Get(':secret')
  get(@Param('secret') secret: string) {
    return { length: secret.length };
  }
}

let app: NestFastifyApplication;
let lines: Record<string, unknown>[];

async function start(variables: Record<string, string>, level = 'warn'): Promise<void> {
  const environment = loadEnvironment(variables);
  lines = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const parts = { controllers: [ThingsController] };
  app = await createTestApp(parts, environment, pino({ level }, { write }));
  await app.init();
}

afterEach(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { host: 'directory.test', ...headers } });

describe(accessLog.name, () => {
  it('writes one line per request at any LOG_LEVEL, without the URL', async () => {
    await start({ ACCESS_LOG: 'true' });
    const { headers, payload } = await get('/things/hunter2?q=hunter2');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        requestId: headers['x-request-id'],
        client: '127.0.0.1',
        key: null,
        method: 'GET',
        route: '/things/:secret',
        // No such parameter exists.
        status: 400,
        bytes: payload.length,
        msg: 'GET /things/:secret',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('counts the bytes of a response of unknown length', async () => {
    await start({ ACCESS_LOG: 'true' });
    expect((await get('/things/stream')).payload).toBe('fourfive!');
    expect(lines).toMatchObject([{ bytes: 9 }]);
  });

  it('counts no bytes for a response without a body', async () => {
    await start({ ACCESS_LOG: 'true' });
    const { headers } = await app.inject({ method: 'HEAD', url: '/things/one' });
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(lines).toMatchObject([{ method: 'HEAD', status: 200, bytes: 0 }]);
  });

  it('logs requests that match no route', async () => {
    await start({ ACCESS_LOG: 'true' });
    await get('/nothing');
    expect(lines).toMatchObject([{ route: '(no route)', status: 404 }]);
  });

  it.each([
    [{}, 'info', 0],
    [{}, 'debug', 1],
    [{ ACCESS_LOG: 'true' }, 'debug', 1],
  ])('with %j at LOG_LEVEL %s writes %i lines', async (variables, level, count) => {
    await start(variables, level);
    await get('/things/one');
    expect(lines.filter(({ route }) => route !== undefined)).toHaveLength(count);
  });
});

describe(requestNames.name, () => {
  it('accepts the id and trace of a trusted proxy', async () => {
    await start({ ACCESS_LOG: 'true', TRUST_PROXY: 'loopback' });
    const sent = { 'x-request-id': 'Root=1-67891233-abcdef', traceparent: TRACEPARENT };
    expect((await get('/things/one', sent)).headers['x-request-id']).toBe('Root=1-67891233-abcdef');
    expect(lines).toMatchObject([{ requestId: 'Root=1-67891233-abcdef', traceId: TRACE }]);
  });

  it('ignores the id and trace of other clients', async () => {
    await start({ ACCESS_LOG: 'true' });
    await get('/things/one', { 'x-request-id': 'mine', traceparent: TRACEPARENT });
    expect(lines[0]!.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(lines[0]).not.toHaveProperty('traceId');
  });

  it.each(['', 'a b', 'x'.repeat(129), '{"a":1}', 'é'])(
    'generates an id if a proxy sends the id %j',
    async (id) => {
      await start({ ACCESS_LOG: 'true', TRUST_PROXY: 'true' });
      const { headers } = await get('/things/one', { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it.each(['00-zz', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${TRACEPARENT}-more`])(
    'ignores the traceparent %s',
    async (traceparent) => {
      await start({ ACCESS_LOG: 'true', TRUST_PROXY: 'true' });
      await get('/things/one', { traceparent });
      expect(lines[0]).not.toHaveProperty('traceId');
    },
  );
});
