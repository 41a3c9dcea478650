import { Controller, Get } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyReply } from 'fastify';
import { Worker } from 'node:worker_threads';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { eventually } from '../../../../test/support/eventually.ts';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { beginsRequests } from '../begin-request.js';
import { AdmissionQueue } from './admission-queue.js';
import { batchHooks } from './serve-in-batches.js';

const CONNECTIONS = 80;
const MILLISECONDS_EACH = 20;

/** Clients in a separate thread, so that they don't share the server's event loop. */
const CALLERS = `
  const { parentPort, workerData: { url, connections } } = require('node:worker_threads');
  const call = async () => { for (;;) parentPort.postMessage((await fetch(url)).status); };
  for (let i = 0; i < connections; i++) void call();`;

@Public()
@Controller()
class WorkController {
  @Get('work')
  work() {
    const end = performance.now() + MILLISECONDS_EACH;
    while (performance.now() < end);
    return {};
  }

  @Get('health')
  health() {
    return {};
  }
}

const environment = loadEnvironment({ PUBLIC_URL: 'https://directory.test' });

describe(batchHooks.name, () => {
  let app: NestFastifyApplication;
  let origin: string;

  beforeAll(async () => {
    app = await createTestApp({ controllers: [WorkController] }, environment);
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(() => app.close());

  it('refuses requests it cannot serve in time, serves the rest and health checks, and recovers', async () => {
    const work = () => fetch(`${origin}/work`);
    const workerData = { url: `${origin}/work`, connections: CONNECTIONS };
    const callers = new Worker(CALLERS, { eval: true, workerData });
    let statuses: number[] = [];
    callers.on('message', (status: number) => statuses.push(status));

    await eventually(() => statuses.includes(503));
    const refused = await eventually(async () => {
      const response = await work();
      return response.status === 503 ? response : undefined;
    });
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    statuses = [];
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    await eventually(() => statuses.includes(200) && statuses.includes(503));

    await callers.terminate();
    for (let i = 0; i < 3; i++) expect((await work()).status).toBe(200);
  });

  it('sends no response before the other requests of the batch have started', async () => {
    const server = fastify();
    // A clock at rest, because a batch ends after a millisecond.
    const { admit, hold } = batchHooks(new AdmissionQueue(() => 0));
    server.addHook('onRequest', beginsRequests(environment));
    server.addHook('onRequest', admit).addHook('onSend', hold);
    const replies: FastifyReply[] = [];
    const sentBefore: number[] = [];
    server.get('/', (_request, reply) => {
      sentBefore.push(replies.filter(({ raw }) => raw.headersSent).length);
      replies.push(reply);
      return 'ready';
    });
    const answers = await Promise.all([server.inject('/'), server.inject('/'), server.inject('/')]);
    expect(answers.map(({ body }) => body)).toEqual(['ready', 'ready', 'ready']);
    expect(sentBefore).toEqual([0, 0, 0]);
  });
});
