import { Logger } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';
import type { Bottleneck } from '#libs/http/src/overload/overload.error.js';
import { RequestContext } from '#libs/http/src/request-context.js';
import { fakeTimers } from '../../../test/support/fake-timers.ts';
import { Metrics } from './metrics.js';
import { ShedRequests } from './shed-requests.js';

describe(ShedRequests.name, () => {
  let server: FastifyInstance;
  let metrics: Metrics;
  let lines: string[];

  beforeEach(() => {
    fakeTimers();
    lines = [];
    jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((line: string | { message: string }) => {
        lines.push(typeof line === 'string' ? line : line.message);
      });
    server = fastify();
    metrics = new Metrics();
    server.addHook('onRequest', async (request) => void (request.context = new RequestContext()));
    server.addHook('onResponse', new ShedRequests(metrics).count);
    server.get<{ Params: { why: Bottleneck | 'well' } }>('/:why', async (request) => {
      const { why } = request.params;
      if (why !== 'well') request.context.shedFor = why;
      return why;
    });
  });
  afterEach(async () => {
    await server.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const ask = async (why: Bottleneck | 'well', times = 1) => {
    for (let i = 0; i < times; i++) await server.inject(`/${why}`);
  };
  const counted = async () =>
    Object.fromEntries(
      (await metrics.registry.getSingleMetric('http_requests_shed_total')!.get()).values.map(
        ({ labels, value }) => [String(labels.bottleneck), value],
      ),
    );

  it('counts refused requests by bottleneck', async () => {
    expect(await counted()).toEqual({ database: 0, database_deadline: 0, event_loop: 0 });
    await ask('well');
    await ask('database', 2);
    await ask('event_loop');
    expect(await counted()).toEqual({ database: 2, database_deadline: 0, event_loop: 1 });
  });

  it('logs the first refusal of an overload, and its end five seconds after the last', async () => {
    await ask('database', 3);
    jest.advanceTimersByTime(4_999);
    await ask('database');
    await ask('database_deadline', 2);
    jest.advanceTimersByTime(4_999);
    expect(lines).toEqual([
      expect.stringMatching(/^Refusing requests: more database reads /),
      expect.stringMatching(/^Refusing requests: the database does not respond /),
    ]);
    jest.advanceTimersByTime(1);
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^Requests refused: 4, because more .*\. None in the last 5 s\.$/),
      expect.stringMatching(/^Requests refused: 2, because the .*\. None in the last 5 s\.$/),
    ]);
    await ask('database');
    expect(lines).toHaveLength(5);
  });
});
