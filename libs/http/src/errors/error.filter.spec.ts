import { Body, Controller, Get, Header, Logger, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import {
  DatabaseAwayError,
  DatabaseOverloadedError,
  DeadlineMissedError,
} from '#libs/database/src/database-errors.js';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { ApiError } from './api-error.js';
import { ErrorFilter } from './error.filter.js';

/** One shared error, as for requests that wait for the same read. */
const SAME_FAULT = new Error('It failed for all.');

const FAILURES = {
  broken: () => new Error('SELECT secret FROM api_key_secrets'),
  same: () => SAME_FAULT,
  unreachable: () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  refused: () => new ApiError('conflict', 'Decided.'),
  overloaded: () => new DatabaseOverloadedError(),
  late: () => new DeadlineMissedError(5_000),
  away: () => new DatabaseAwayError('connect ECONNREFUSED'),
  stopped: () => Object.assign(new Error('canceling statement'), { code: '57014' }),
};

@Public()
@Controller('things')
class ThingsController {
  @Get('not-ready')
  @Header('Content-Type', 'text/plain')
  notReady() {
    throw new ApiError('unavailable', 'Not yet.');
  }
  @Get('failing/:how')
  failing(@Param('how') how: keyof typeof FAILURES) {
    throw FAILURES[how]();
  }
  @Get('of/:owner')
  of() {
    return {};
  }
  @Post()
  create(@Body() body: unknown) {
    return { body };
  }
}

@Controller('undeclared')
class UndeclaredController {
  @Get()
  get() {
    return 'anybody';
  }
}

const MANY_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 6_900 }, (_, i) => [i.toString(36), 1])),
);

const json = { 'content-type': 'application/json' };

describe(ErrorFilter.name, () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    const parts = { controllers: [ThingsController, UndeclaredController] };
    app = await createTestApp(parts, loadEnvironment({ PUBLIC_URL: 'https://directory.test' }));
    const server = app.getHttpAdapter().getInstance();
    server.addHook('onResponse', async ({ context }) => void (lastShedFor = context.shedFor));
    await app.init();
    await server.ready();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  let lastShedFor: string | undefined;

  it.each([
    ['GET', '/things/failing/broken', undefined, {}, 500, 'internal_error'],
    ['GET', '/things/failing/unreachable', undefined, {}, 503, 'unavailable'],
    ['GET', '/things/failing/refused', undefined, {}, 409, 'conflict'],
    ['GET', '/things/failing/refused', undefined, { accept: '' }, 409, 'conflict'],
    ['GET', '/things/not-ready', undefined, {}, 503, 'unavailable'],
    ['GET', '/undeclared', undefined, {}, 403, 'forbidden'],
    ['GET', '/nowhere', undefined, {}, 404, 'not_found'],
    ['GET', '/things/%zz', undefined, {}, 400, 'invalid_parameter'],
    ['GET', '/things/of/%zz', undefined, {}, 400, 'invalid_parameter'],
    ['GET', `/things/of/${'x'.repeat(201)}`, undefined, {}, 404, 'not_found'],
    ['DELETE', '/things', undefined, {}, 405, 'method_not_allowed'],
    ['PUT', '/things', 'a=1', { 'content-type': 'text/plain' }, 405, 'method_not_allowed'],
    ['QUERY', '/things', undefined, {}, 405, 'method_not_allowed'],
    ['POST', '/nowhere', '{', json, 404, 'not_found'],
    ['GET', '/things/of/us', undefined, { accept: 'text/html, image/*' }, 406, 'not_acceptable'],
    ['POST', '/things', '{"a":', json, 400, 'malformed_json'],
    ['POST', '/things', '{"__proto__":{"a":1}}', json, 400, 'malformed_json'],
    ['POST', '/things', '<a/>', { 'content-type': 'text/xml' }, 415, 'unsupported_media_type'],
    ['POST', '/things', MANY_KEYS, json, 400, 'invalid_body'],
    ['GET', `/nowhere/${'x'.repeat(10_000)}`, undefined, {}, 404, 'not_found'],
  ] as const)(
    'returns the envelope for %s %s',
    async (method, url, payload, headers, status, code) => {
      const response = await app.inject({ method, url, payload, headers });
      expect(response.statusCode).toBe(status);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual({
        success: false,
        error: {
          code,
          message: expect.stringMatching(/\.$/) as string,
          requestId: response.headers['x-request-id'],
          documentation: 'https://directory.test/docs',
        },
      });
      expect(response.body).not.toContain('SELECT');
      expect(response.body.length).toBeLessThan(1_024);
    },
  );

  it('links the documentation for admins in errors of their API', async () => {
    const response = await app.inject('/admin/nowhere');
    expect(response.json()).toMatchObject({
      error: { code: 'not_found', documentation: 'https://directory.test/admin/docs' },
    });
  });

  it.each(['*/*', 'application/*', 'text/html, application/json;q=0.5', 'text/html, */*;q=0.1'])(
    'returns the envelope to clients that accept %s',
    async (accept) => {
      const response = await app.inject({ url: '/things/of/us', headers: { accept } });
      expect(response.statusCode).toBe(200);
    },
  );

  it('lists the methods that a path supports', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/things' });
    expect(response.headers.allow).toBe('POST');
  });

  const spyOnLogs = () =>
    (['error', 'warn'] as const).map((level) =>
      jest.spyOn(Logger.prototype, level).mockReturnValue(undefined),
    );

  it.each([
    ['/things/failing/broken', 1],
    ['/things/not-ready', 0],
  ])('logs unexpected errors but not refusals: %s', async (url, lines) => {
    const logs = spyOnLogs();
    await app.inject({ url });
    expect(logs.map((log) => log.mock.calls.length)).toEqual([lines, 0]);
  });

  it.each([
    ['overloaded', 'database', 0],
    ['late', 'database_deadline', 0],
    ['away', undefined, 0],
    // The database is available; the statement itself needs attention.
    ['stopped', undefined, 1],
  ])(
    'returns 503 if the database is %s, shed for %s, with %i log lines',
    async (how, why, lines) => {
      const logs = spyOnLogs();
      const { statusCode, headers } = await app.inject({ url: `/things/failing/${how}` });
      expect([statusCode, headers['retry-after'], lastShedFor]).toEqual([503, '5', why]);
      expect(logs.map((log) => log.mock.calls.length)).toEqual([lines, 0]);
    },
  );

  it('logs an error shared by several requests once', async () => {
    const [log] = spyOnLogs();
    for (let i = 0; i < 3; i++) await app.inject('/things/failing/same');
    expect(log).toHaveBeenCalledTimes(1);
    await app.inject('/things/failing/broken');
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('treats an empty JSON body as no body', async () => {
    const empty = { method: 'POST', url: '/things', payload: '', headers: json } as const;
    const response = await app.inject(empty);
    expect([response.statusCode, response.json()]).toEqual([201, {}]);
  });
});
