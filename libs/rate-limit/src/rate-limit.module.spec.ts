import { Controller, Get, Logger, Module, Param } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { pino } from 'pino';
import { Clock } from '#libs/config/src/clock.js';
import { ConfigModule } from '#libs/config/src/config.module.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Public, RequiresKey } from '#libs/http/src/access.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';
import { Deprecated } from '#libs/http/src/deprecation/deprecated.decorator.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { VerifiedKey } from '#libs/http/src/request-context.js';
import { MetricsModule } from '#libs/metrics/src/metrics.module.js';
import { eventually } from '../../../test/support/eventually.ts';
import { addHttpHooks, HTTP_STAGES } from '../../../test/support/test-app.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { KeyUsageObserver, KeyVerifier, type Verdict } from './key-verifier.js';
import { RateLimitWindowsRepository } from './storage/memory/rate-limit-windows.repository.js';
import { RateLimitErrorFilter } from './rate-limit-error.filter.js';
import { RateLimitGuard, addMissingHeaders } from './rate-limit.guard.js';
import { RateLimitModule } from './rate-limit.module.js';
import { FixedWindowStorage } from './storage/fixed-window.storage.js';
import { MemoryStorage } from './storage/memory/memory.storage.js';
import { RecentTrafficRepository } from './traffic/recent-traffic.repository.js';
import { TrafficRecorder } from './traffic/traffic-recorder.js';

@Controller('api/v1')
class ThingsController {
  @Get('things')
  @RequiresKey()
  list() {
    return { success: true };
  }

  @Get('things/:id')
  @RequiresKey()
  find(@Param('id') id: string): never {
    if (id === 'unreachable') throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
    if (id === 'broken') throw new Error('Internal error');
    throw new ApiError('not_found', 'There is no such thing.');
  }

  @Get('old')
  @RequiresKey()
  @Deprecated({ since: '2027-01-01', sunset: '2028-01-01', instead: 'Use things.' })
  old() {
    return {};
  }
}

@Public()
@Controller('elsewhere')
class ElsewhereController {
  @Get()
  get() {
    return {};
  }
}

/** Accepts `<id>:<limit>` as a key, and the names of errors. */
class TestVerifier extends KeyVerifier {
  override async verify(text: string | undefined): Promise<VerifiedKey | ApiError> {
    if (!text) return new ApiError('missing_api_key', 'Send a key.');
    if (text === 'unreachable') throw Object.assign(new Error(), { code: 'ECONNREFUSED' });
    if (text === 'suspended') return new ApiError('suspended_api_key', 'Suspended.');
    const [id, limit] = text.split(':');
    if (!id || !limit) return new ApiError('invalid_api_key', 'Invalid.');
    return { id, limitPerHour: Number(limit) };
  }
}

const record = jest.fn<void, [string, Verdict, string?]>();

@Module({
  providers: [
    { provide: KeyVerifier, useClass: TestVerifier },
    { provide: KeyUsageObserver, useValue: { record } },
  ],
  exports: [KeyVerifier, KeyUsageObserver],
})
class TestKeysModule {}

describe(RateLimitModule.name, () => {
  const clock = new ManualClock();
  let app: NestFastifyApplication;
  let origin: string;
  let callers = 0;

  beforeAll(async () => {
    const environment = loadEnvironment({ TRUST_PROXY: 'true' });
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(environment),
        MetricsModule,
        RateLimitModule.forRoot(environment, TestKeysModule),
      ],
      controllers: [ThingsController, ElsewhereController],
      providers: [
        { provide: APP_GUARD, useExisting: RateLimitGuard },
        ...HTTP_STAGES,
        { provide: APP_FILTER, useClass: RateLimitErrorFilter },
      ],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .overrideProvider(RecentTrafficRepository)
      .useValue({ add: async () => {} })
      .overrideProvider(RateLimitWindowsRepository)
      .useValue({
        load: async () => [],
        save: async () => {},
        prune: async () => {},
        takeClearings: async () => [],
      })
      .compile();
    const logger = pino({ level: 'silent' });
    app = module.createNestApplication<NestFastifyApplication>(createAdapter(environment, logger), {
      bodyParser: false,
      logger: false,
    });
    const fastify = app.getHttpAdapter().getInstance();
    addHttpHooks(fastify, environment, logger);
    fastify.addHook('onSend', addMissingHeaders(app.get(RateLimitGuard)));
    fastify.addHook('onResponse', app.get(TrafficRecorder).count);
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  interface Sent {
    method?: string;
    key?: string;
    address?: string;
    body?: string;
    headers?: Record<string, string>;
  }

  const send = (path: string, { method, key, address, body, headers }: Sent = {}) =>
    fetch(origin + path, {
      method,
      body,
      headers: {
        ...(key && { 'x-api-key': key }),
        'x-forwarded-for': address ?? newAddress(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  const newAddress = () => `192.0.${Math.floor(++callers / 250)}.${callers % 250}`;
  const newKey = (limit: number) => `key-${++callers}:${limit}`;
  const figures = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`) ?? NaN),
    );
  const secondsFromNow = (seconds: number) => Math.ceil(clock.now().getTime() / 1000) + seconds;

  it.each<[status: number, what: string, path: string, sent: Sent]>([
    [200, 'a path in another spelling', '/%61pi/v1/things', {}],
    [404, 'the base itself', '/api/v1', {}],
    [404, 'an unmatched route, HEAD', '/api/v1/nothing', { method: 'HEAD' }],
    [500, 'an internal error', '/api/v1/things/broken', {}],
    [503, 'an unavailable database', '/api/v1/things/unreachable', {}],
  ])('%i, %s: charges the key and sets the headers', async (status, _, path, sent) => {
    const key = newKey(10);
    await send('/api/v1/things', { key });
    const response = await send(path, { ...sent, key });
    expect(response.status).toBe(status);
    expect(figures(response)).toEqual([10, 8, secondsFromNow(3600)]);
    expect(figures(await send('/api/v1/rate-limit', { key }))[1]).toBe(8);
  });

  it('sets the draft-standard headers', async () => {
    const key = newKey(3);
    await send('/api/v1/things', { key });
    clock.advance(600_400);
    const { headers } = await send('/api/v1/things', { key });
    expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=3600');
    expect(headers.get('ratelimit')).toBe('"key";r=1;t=3000');
    const anonymous = await send('/api/v1/things');
    expect(anonymous.headers.get('ratelimit-policy')).toBe('"address";q=60;w=3600');
    expect(anonymous.headers.get('ratelimit')).toBe('"address";r=59;t=3600');
  });

  it('returns 429 with Retry-After once the limit is reached, without counting', async () => {
    const key = newKey(2);
    await send('/api/v1/things', { key });
    clock.advance(100_500);
    expect((await send('/api/v1/things', { key })).status).toBe(200);
    for (const path of ['/api/v1/things', '/api/v1/things/none', '/api/v1/nothing']) {
      const response = await send(path, { key });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('3500');
      expect(figures(response).slice(0, 2)).toEqual([2, 0]);
      expect(await response.json()).toMatchObject({ error: { code: 'rate_limited' } });
    }
    const raised = await send('/api/v1/things', { key: key.replace(':2', ':3') });
    expect([raised.status, figures(raised)[1]]).toEqual([200, 0]);
    const lowered = await send('/api/v1/things', { key: key.replace(':2', ':1') });
    expect([lowered.status, ...figures(lowered).slice(0, 2)]).toEqual([429, 1, 0]);
  });

  it('allows exactly the limit of simultaneous requests across routes', async () => {
    const key = newKey(20);
    const paths = ['/api/v1/things', '/api/v1/things/none', '/api/v1/nothing'];
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(paths[index % 3]!, { key })),
    );
    const passed = responses.filter(({ status }) => status !== 429).map((r) => figures(r)[1]);
    expect(passed.sort((a, b) => a! - b!)).toEqual(Array.from({ length: 20 }, (_, left) => left));
  });

  it('limits an address without a valid key, and never a valid key from the same address', async () => {
    const address = newAddress();
    const statuses = [];
    for (let request = 0; request < 62; request++) {
      statuses.push((await send('/api/v1/things', { address, key: `bad${request}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429, 429]);
    // A developer must learn that the key is wrong even now.
    const refused = async (key?: string) => (await send('/api/v1/things', { address, key })).text();
    expect(await refused('bad')).toContain('without a valid key. Invalid. Without');
    expect(await refused()).toContain('without a valid key. Send a key. Without');
    const withKey = await send('/api/v1/things', { address, key: newKey(1) });
    expect([withKey.status, ...figures(withKey)]).toEqual([200, 1, 0, secondsFromNow(3600)]);
  });

  it('counts requests that guess keys', async () => {
    const address = newAddress();
    await send('/api/v1/rate-limit', { address, key: 'guess' });
    expect(figures(await send('/api/v1/rate-limit', { address, key: 'guess' }))[1]).toBe(58);
  });

  it('allows an address 600 pages per minute, including prefetches', async () => {
    const address = newAddress();
    const minute = 60_000;
    const statuses = async () => {
      const headers = { 'sec-purpose': 'prefetch;prerender' };
      const answers = [await send('/elsewhere', { address, headers })];
      answers.push(await send('/elsewhere', { address }));
      return answers.map(({ status }) => status);
    };
    const page = () => app.get(FixedWindowStorage).hit(`page:${address}`, 600, minute);
    for (let n = 0; n < 598; n++) await page();
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([429, 429]);
    clock.advance(minute - 1);
    expect(await statuses()).toEqual([429, 429]);
    clock.advance(1);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('counts an IPv6 /64 as one client', async () => {
    await send('/api/v1/things', { address: '2001:db8:1:2::1' });
    const [, sameNetwork] = figures(await send('/api/v1/things', { address: '2001:db8:1:2:a::9' }));
    const [, another] = figures(await send('/api/v1/things', { address: '2001:db8:1:3::1' }));
    expect([sameNetwork, another]).toEqual([58, 59]);
  });

  it('returns the usage in the body even once the limit is reached', async () => {
    const key = newKey(1);
    await send('/api/v1/things', { key });
    const response = await send('/api/v1/rate-limit', { key });
    const reset = secondsFromNow(3600);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        success: true,
        data: {
          limit: 1,
          used: 1,
          remaining: 0,
          reset,
          resetsAt: new Date(reset * 1000).toISOString(),
        },
      },
    ]);
  });

  it('charges nobody while keys cannot be looked up', async () => {
    const address = newAddress();
    for (let request = 0; request < 2; request++) {
      const response = await send('/api/v1/things', { address, key: 'unreachable' });
      expect([response.status, ...figures(response)]).toEqual([503, 60, 60, secondsFromNow(3600)]);
    }
  });

  it('serves requests while the storage fails', async () => {
    const failure = new Error('out of order');
    jest.spyOn(MemoryStorage.prototype, 'hit').mockRejectedValue(failure);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const response = await send('/api/v1/things', { key: newKey(10) });
    expect([response.status, ...figures(response)]).toEqual([200, 10, 9, secondsFromNow(3600)]);
    expect(response.headers.get('ratelimit')).toBe('"key";r=9;t=3600');
    expect(logged).toHaveBeenCalledWith(expect.any(String), failure);
  });

  it('exports decisions to Prometheus', async () => {
    const count = async () => {
      const text = await (await send('/metrics')).text();
      const line = /^rate_limit_decisions_total{policy="key",decision="refused"} (\d+)$/m;
      return Number(line.exec(text)![1]);
    };
    const before = await count();
    const key = newKey(1);
    await send('/api/v1/things', { key });
    await send('/api/v1/things', { key });
    expect(await count()).toBe(before + 1);
  });

  it('exports the latency and outages of a shared store, if there is one', async () => {
    const metrics = async () => (await send('/metrics')).text();
    expect(await metrics()).toMatch(/^rate_limit_degraded 0$[^]*^rate_limit_store_seconds Nan$/m);
    jest.spyOn(FixedWindowStorage.prototype, 'latency', 'get').mockReturnValue(0.25);
    jest.spyOn(FixedWindowStorage.prototype, 'isDegraded', 'get').mockReturnValue(true);
    expect(await metrics()).toMatch(/^rate_limit_degraded 1$[^]*^rate_limit_store_seconds 0\.25$/m);
  });

  it('reports the verdict and any deprecated operation of each request with a key, and no other requests', async () => {
    const key = newKey(2);
    record.mockClear();
    for (const path of ['/nothing', '/old', '/things', '/rate-limit']) {
      await send(`/api/v1${path}`, { key });
    }
    await send('/api/v1/things');
    const [id] = key.split(':');
    expect(record.mock.calls).toEqual([
      [id, 'allowed', undefined],
      [id, 'allowed', 'GET /api/v1/old'],
      [id, 'refused', undefined],
    ]);
  });

  it('records the subject, duration and verdict of each request', async () => {
    const noted = jest.spyOn(TrafficRecorder.prototype, 'record');
    const key = newKey(1);
    const address = newAddress();
    const paths = ['/api/v1/things', '/api/v1/things/broken', '/api/v1/nothing'];
    for (const path of paths) await send(path, { key });
    await send('/api/v1/things', { address });
    await send('/elsewhere', { address });
    await eventually(() => noted.mock.calls.length === 5);
    const took = expect.any(Number) as number;
    const bucket = `key:${key.split(':')[0]}`;
    expect(noted.mock.calls).toEqual([
      [bucket, false, took],
      [bucket, true, took],
      [bucket, true, took],
      [`address:${address}`, false, took],
      [`page:${address}`, false, took],
    ]);
  });

  it('sets no headers outside the API', async () => {
    for (const path of ['/elsewhere', '/nothing', '/api/v10/things']) {
      expect(figures(await send(path))).toEqual([NaN, NaN, NaN]);
    }
  });
});
