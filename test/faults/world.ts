import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { Email } from 'postal-mime';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ExportsService } from '#libs/copying/src/export/exports.service.js';
import { Availability } from '#libs/database/src/availability/availability.js';
import { Database } from '#libs/database/src/database.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { ImportQueueService } from '#libs/imports/src/uploads/import-queue.service.js';
import { createLogger, NestLogger } from '#libs/logging/src/logger.js';
import { DeliveryWorker } from '#libs/mail/src/deliveries/delivery-worker.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { endInOrder } from '../../apps/api/src/ending.js';
import { start } from '../../apps/api/src/start.js';
import { signIn } from '../support/admin.ts';
import {
  createDatabase,
  type Kind,
  prepareDatabases,
  type TestDatabase,
} from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type Answer, call } from '../support/http.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { USUAL_ENVIRONMENT } from '../support/program.ts';
import type { SteeredClock } from '../support/steered-clock.ts';
import { directConnection, proxyEmbedded } from './embedded-proxy.ts';
import { disarm, strikes } from './fault.ts';
import { PostgresProxy } from './postgres-proxy.ts';

/**
 * Periodic work of the running program. It runs only when `passTime` runs it, so that faults meet
 * the same statements every time.
 */
const tasks = new Set<PeriodicTask>();
PeriodicTask.prototype.start = function () {
  tasks.add(this);
};
const stopTask = PeriodicTask.prototype.stop;
PeriodicTask.prototype.stop = function () {
  tasks.delete(this);
  return stopTask.call(this);
};
DeliveryWorker.prototype.onApplicationBootstrap = () => {};
(Availability.prototype as unknown as { probeAfter(): void }).probeAfter = () => {};

/** Makes threads run their bundles, as in the built program, because these start much faster. */
Object.assign(globalThis, { IS_BUNDLED: true });

/** Time after which leases have expired, and a failed or former export no longer delays the next. */
const LONG_ENOUGH_MS = 200_000;
/** The same for all programs of this process, so that their OpenAPI documents are read once. */
const PORT = String(await freePort());
const SESSION_MS = 8 * 3_600_000;
const MOST_ROUNDS = 20;
const MAX_SETTLING_MS = 120_000;

/** The whole program in this process, with a database and a mail server that can fail. */
export class World {
  readonly url: string;
  token = '';
  private signedInAt = 0;

  private constructor(
    readonly env: Record<string, string> & { DATA_DIR: string },
    private readonly database: TestDatabase,
    readonly clock: SteeredClock,
    readonly proxy: PostgresProxy,
    private readonly mail: { server: MailServer; isDown: boolean },
    /** Connections that no fault strikes. */
    readonly pool: Pool,
    private app: NestFastifyApplication,
  ) {
    this.url = `http://127.0.0.1:${env.PORT}`;
  }

  static async start(
    kind: Kind,
    clock: SteeredClock,
    settings: Record<string, string> = {},
  ): Promise<World> {
    const database = await createDatabase(kind);
    const { proxy, direct, ...address } = await proxyOf(database.env);
    const mail = await startFailingMailServer();
    const env = {
      ...USUAL_ENVIRONMENT,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      PORT,
      DATA_DIR: database.env.DATA_DIR,
      ...address,
      SMTP_URL: mail.server.url,
      MAIL_FROM: 'directory@example.org',
      TRUST_PROXY: 'true',
      ...settings,
    };
    const pool = new Pool({ ...direct, max: 2 });
    pool.on('error', () => {});
    const app = await startApp(env);
    const world = new World(env, database, clock, proxy, mail, pool, app);
    await world.signIn();
    return world;
  }

  get mails(): readonly Email[] {
    return this.mail.server.mails;
  }

  get countsInRedis(): boolean {
    return 'REDIS_URL' in this.env;
  }

  /** Makes the mail server defer every mail, until `recover` is called. */
  takeMailDown(): void {
    this.mail.isDown = true;
  }

  /** Signs in, unless the session lasts for some more hours. */
  async signIn(): Promise<void> {
    if (Date.now() - this.signedInAt < SESSION_MS / 2) return;
    this.token = await signIn(this);
    this.signedInAt = Date.now();
  }

  /** Sends a request as an admin who has just read the record. */
  admin(method: string, path: string, json?: unknown): Promise<Answer> {
    const headers = { 'if-match': '*' };
    return call(method, `${this.url}/admin/${path}`, { token: this.token, json, headers });
  }

  /** Sends a request as an admin, and throws if it fails. */
  async done(method: string, path: string, json?: unknown): Promise<any> {
    const { status, body } = await this.admin(method, path, json);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  async rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  /** Replaces all database connections, so that the next statements need new ones. */
  dropConnections(): void {
    const { pool, reads } = this.app.get(Database);
    for (const each of [pool, reads.primary]) each.renew();
  }

  /** Waits until the program has nothing left to do. */
  async settle(): Promise<void> {
    const end = performance.now() + MAX_SETTLING_MS;
    for (let quiet = 0; quiet < 2; quiet = this.isBusy ? 0 : quiet + 1) {
      if (performance.now() > end) throw new Error('The program does not finish its work.');
      await delay(2);
    }
  }

  /** Ends all faults and lets time pass until the program has caught up. */
  async recover(): Promise<void> {
    disarm();
    this.mail.isDown = false;
    // An embedded database that failed restarts.
    await eventually(() =>
      this.pool.query('SELECT').then(
        () => true,
        () => false,
      ),
    );
    await this.app.get(Database).availability['probeOnce']();
    await this.settle();
    await this.passTime(LONG_ENOUGH_MS);
    let work = await this.findWork();
    for (let round = 0; work.length > 0; round++) {
      if (round === MOST_ROUNDS) throw new Error(`Work is left: ${JSON.stringify(work)}`);
      await this.passTime(LONG_ENOUGH_MS);
      work = await this.findWork();
    }
  }

  /** Moves all clocks ahead and then runs the periodic work. */
  async passTime(ms: number): Promise<void> {
    await this.clock.advance(ms);
    const interval = `${ms} milliseconds`;
    await this.pool.query(
      `UPDATE deliveries SET next_attempt_at = next_attempt_at - $1::interval,
         leased_until = leased_until - $1::interval WHERE status = 'pending'`,
      [interval],
    );
    await this.pool.query('UPDATE imports SET leased_until = leased_until - $1::interval', [
      interval,
    ]);
    for (const task of tasks) await task.run();
    this.app.get(DeliveryWorker).wake();
    await this.settle();
  }

  /** Waits until the program counts requests in Redis, or without it. */
  async untilCountingIn(place: 'Redis' | 'memory'): Promise<void> {
    const storage = this.app.get(FixedWindowStorage);
    await eventually(async () => {
      for (const task of tasks) await task.run();
      return storage.isDegraded === (place === 'memory');
    });
  }

  /** Stops the program in order and starts it again. */
  async restart(): Promise<void> {
    await endInOrder(this.app, 0);
    this.app = await startApp(this.env);
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await endInOrder(this.app, 0);
    await this.proxy.stop();
    await this.mail.server.stop();
    await this.database.drop();
  }

  private get isBusy(): boolean {
    const worker = this.app.get(DeliveryWorker);
    const queue = this.app.get(ImportQueueService);
    return (
      this.proxy.pending > 0 ||
      worker['looking'] ||
      worker['sending'].size > 0 ||
      queue['lanes'].some((lane) => lane['running'] !== undefined) ||
      this.app.get(ExportsService)['making'].size > 0
    );
  }

  /** Returns unfinished imports and deliveries, without notices that are due later. */
  private findWork(): Promise<object[]> {
    return this.rows(
      `SELECT kind, attempts, last_error FROM deliveries
       WHERE status = 'pending' AND (attempts > 0 OR next_attempt_at <= now())
       UNION ALL
       SELECT 'import', attempts, error FROM imports WHERE status IN ('waiting', 'running')`,
    );
  }
}

/** Returns a proxy in front of a database, and the settings to connect through it and directly. */
async function proxyOf({ DATA_DIR, DATABASE_URL }: TestDatabase['env']): Promise<{
  proxy: PostgresProxy;
  direct: PoolConfig;
  DATABASE_URL?: string;
}> {
  if (!DATABASE_URL) {
    return { proxy: await proxyEmbedded(DATA_DIR), direct: await directConnection(DATA_DIR) };
  }
  const url = new URL(DATABASE_URL);
  const proxy = new PostgresProxy({ host: url.hostname, port: Number(url.port) });
  await proxy.listen({ host: url.hostname, port: 0 });
  url.port = String(proxy.port);
  return { proxy, direct: { connectionString: DATABASE_URL }, DATABASE_URL: url.href };
}

/** Creates the database that every world copies. It is removed if the run is interrupted. */
export async function prepareDatabase(kind: Kind): Promise<() => Promise<void>> {
  const remove = await prepareDatabases([kind], async (env) =>
    endInOrder(await startApp({ ...USUAL_ENVIRONMENT, LOG_LEVEL: 'silent', ...env, PORT }), 0),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void remove().finally(() => process.exit(1)));
  }
  return remove;
}

async function startApp(env: Record<string, string>): Promise<NestFastifyApplication> {
  let started: NestFastifyApplication;
  const environment = loadEnvironment(env);
  Logger.overrideLogger(new NestLogger(await createLogger(environment)));
  const database = await openDatabase(environment, SERVER);
  await start(environment, database, (app) => (started = app));
  return started!;
}

async function startFailingMailServer(): Promise<{ server: MailServer; isDown: boolean }> {
  const mail = { isDown: false } as { server: MailServer; isDown: boolean };
  mail.server = await startMailServer({
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => {
      const failure = Object.assign(new Error('Try again later'), { responseCode: 451 });
      done(mail.isDown || strikes('mail') ? failure : undefined);
    },
    onMail: (received, done) => {
      mail.server.mails.push(received);
      if (strikes('receipt')) mail.server.cut();
      else done();
    },
  });
  return mail;
}
