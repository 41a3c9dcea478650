import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Pool } from 'pg';
import { createDatabase, describeWithServers, type TestDatabase } from '../support/databases.ts';
import { connectTo, insertBusiness } from '../support/directory.ts';
import { eventually, eventuallyPrints } from '../support/eventually.ts';
import { metricOf } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { isAnswered } from '../support/is-answered.ts';
import { type Program, startProgram } from '../support/program.ts';
import {
  limitOpenFiles,
  runUntilExit,
  startProcess,
  type SupervisedProgram,
} from '../support/program-process.ts';
import { countdownFrom, figuresIn, remainingOfPassed, sendMany } from '../support/rate-limit.ts';
import { RedisServer } from '../support/redis-server.ts';
import { SteeredClock } from '../support/steered-clock.ts';

const HOUR_MS = 3_600_000;
const WORKERS = 3;

/** Process ids of a program's workers (Linux's proc(5)). */
function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

describeWithServers('several processes', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    redis = await RedisServer.start();
    database = await createDatabase('PostgreSQL');
  });
  afterAll(async () => {
    await database.drop();
    await redis.kill();
  });

  const env = () => ({ ...database.env, REDIS_URL: redis.url });
  const send = (program: Program, key: string) =>
    fetch(`${program.url}/api/v1/businesses`, { headers: { 'x-api-key': key } });

  describe('of one program', () => {
    let program: SupervisedProgram;

    beforeAll(async () => {
      program = await startProcess({ ...env(), WORKERS: String(WORKERS) });
      pool = await connectTo(database);
      await eventually(() => workersOf(program.pid).length === WORKERS);
    });
    afterAll(async () => {
      await pool.end();
      await program.stop();
    });

    /** Returns the count of allowed requests, once all workers have started. */
    const allowed = () =>
      eventually(async () => {
        const name = 'rate_limit_decisions_total{policy="key",decision="allowed"}';
        return (await metricOf(program, name)) || undefined;
      });

    it('end with the code of a signal that arrives while they start', async () => {
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(`
        import cluster from 'node:cluster';
        if (cluster.isWorker) process.kill(process.ppid, 'SIGTERM');`)}`;
      const { code } = await runUntilExit({ ...env(), WORKERS: '2', NODE_OPTIONS });
      expect(code).toBe(128 + constants.signals.SIGTERM);
    });

    it('refuse a port that is in use, in one sentence', async () => {
      const { port } = new URL(program.url);
      const { code, output } = await runUntilExit({ ...env(), WORKERS: '2', PORT: port });
      expect([code, output.split('\n')]).toEqual([
        1,
        expect.arrayContaining([
          `Port ${port} on 127.0.0.1 is in use. Stop the other program or change PORT.`,
        ]),
      ]);
    });

    it('serve, and the supervisor is notified once', async () => {
      await eventually(() => program.reports().length > 0);
      expect(program.reports()).toEqual(['started']);
    });

    it('allow exactly the limit among ten times as many requests, each with a distinct remaining', async () => {
      const limit = 100;
      const { text } = await insertKey(pool, { limitPerHour: limit });
      const responses = await sendMany([program.url], text, { total: 10 * limit, atOnce: 100 });
      expect(remainingOfPassed(responses)).toEqual(countdownFrom(limit));
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(9 * limit);
      expect(new Set(responses.map((response) => figuresIn(response).reset)).size).toBe(1);
    });

    it('export their combined metrics', async () => {
      const before = await allowed();
      const { text } = await insertKey(pool);
      await sendMany([program.url], text, { total: 40, atOnce: 20 });
      expect(await allowed()).toBe(before + 40);
    });

    it('send the same export', async () => {
      await insertBusiness(pool, { name: 'Loon Bakery' });
      const { text } = await insertKey(pool, { limitPerHour: 100_000 });
      const get = () =>
        fetch(`${program.url}/api/v1/export/businesses.ndjson`, {
          headers: { 'x-api-key': text, connection: 'close' },
        });
      // Connections go to the workers in turn, and each may send the previous version for half a
      // second.
      const answers = await eventually(async () => {
        const responses = await Promise.all(Array.from({ length: 8 }, get));
        const all = await Promise.all(
          responses.map(async (response) => ({
            etag: response.headers.get('etag'),
            body: await response.text(),
          })),
        );
        return all.every(({ body }) => body.includes('Loon Bakery')) ? all : undefined;
      }, 60_000);
      expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    });

    it('are restarted at increasing intervals while they cannot start', async () => {
      const before = program.output().length;
      const pauses = () =>
        [
          ...program
            .output()
            .slice(before)
            .matchAll(/Starting another one in (\d+) s/g),
        ].map(([, s]) => s);
      await pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('newer', '', 'newer', now())`,
      );
      process.kill(workersOf(program.pid)[0]!, 'SIGKILL');
      await eventually(() => pauses().length === 2);
      await pool.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`);
      expect(pauses()).toEqual(['1', '2']);
      await eventually(() => workersOf(program.pid).length === WORKERS);
    });

    it('keep serving and counting when one dies and is replaced', async () => {
      const { text } = await insertKey(pool);
      await sendMany([program.url], text, { total: 40, atOnce: 20 });
      const before = await allowed();
      const victim = workersOf(program.pid)[0]!;
      process.kill(victim, 'SIGKILL');
      await eventuallyPrints(program, new RegExp(`Worker ${victim} died`));
      await eventually(() => workersOf(program.pid).length === WORKERS);
      expect((await send(program, text)).status).toBe(200);
      expect(await allowed()).toBe(before + 1);
    });

    it('replace one once the system allows another process', async () => {
      limitOpenFiles(program.pid, 1);
      process.kill(workersOf(program.pid)[0]!, 'SIGKILL');
      await eventuallyPrints(program, /No worker started/);
      limitOpenFiles(program.pid, 1024);
      await eventually(() => workersOf(program.pid).length === WORKERS);
      // All workers may still be starting, because earlier tests replaced the others.
      await eventually(() => isAnswered(`${program.url}/health`));
    });

    it('stop at once when their primary is killed', async () => {
      const workers = workersOf(program.pid);
      await program.kill();
      await eventually(() => workers.every((pid) => !existsSync(`/proc/${pid}`)));
      await expect(fetch(`${program.url}/health`)).rejects.toThrow('fetch failed');
    });
  });

  describe('on machines whose clocks differ by an hour', () => {
    let right: Program;
    let ahead: Program;

    beforeAll(async () => {
      const clock = new SteeredClock(database.env.DATA_DIR);
      await clock.advance(HOUR_MS);
      [right, ahead] = await Promise.all([
        startProgram(env()),
        startProcess({ ...env(), ...clock.env }),
      ]);
      pool = await connectTo(database);
    });
    afterAll(async () => {
      await pool.end();
      await Promise.all([right.stop(), ahead.stop()]);
    });

    it('apply a changed limit and keep the count', async () => {
      const { id, text } = await insertKey(pool, { limitPerHour: 3 });
      for (const program of [right, ahead, right]) await send(program, text);
      await pool.query('UPDATE api_keys SET limit_per_hour = 5 WHERE id = $1', [id]);
      const answers = [];
      for (const program of [right, ahead]) {
        const answer = async () => {
          const response = await send(program, text);
          return response.status === 200 && figuresIn(response);
        };
        answers.push(await eventually(answer));
      }
      expect(answers).toMatchObject([
        { limit: 5, remaining: 1 },
        { limit: 5, remaining: 0 },
      ]);
    });

    it('agree on count and reset, even after the store is lost', async () => {
      const limit = 60;
      const { text } = await insertKey(pool, { limitPerHour: limit });
      const origins = [right.url, ahead.url];
      const responses = await sendMany(origins, text, { total: 2 * limit, atOnce: 20 });
      expect(remainingOfPassed(responses)).toEqual(countdownFrom(limit));
      const refused = responses.find(({ status }) => status === 429)!;
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);

      await redis.kill();
      responses.push(await send(right, text), await send(ahead, text));
      const resets = [...new Set(responses.map((response) => figuresIn(response).reset))];
      expect(resets).toHaveLength(1);
      expect(Math.abs(resets[0]! * 1000 - Date.now() - HOUR_MS)).toBeLessThan(60_000);
    });
  });
});
