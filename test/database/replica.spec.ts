import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { SystemClock } from '#libs/config/src/clock.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { checkDatabase } from '../../apps/cli/src/doctor/check-database.js';
import { checkReplica } from '../../apps/cli/src/doctor/check-replica.js';
import { askAsAdmin, signIn } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import { connectTo, insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, metricOf } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import {
  type PostgresCluster,
  type PostgresReplica,
  startOwnPostgres,
  startReplica,
} from '../support/postgres-cluster.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { databaseLines } from '../support/proxied-database.ts';
import { SlowProxy } from '../support/slow-proxy.ts';

/** Maximum wait of a read for a silent replica, plus an allowance for a busy machine. */
const SILENCE_MS = 4_500;
const AT_ONCE_MS = 1_000;

const hasServers = process.env.TEST_POSTGRES_URL && !process.env.TEST_DATABASE_URL;
if (!hasServers) console.warn('Skipped: a replica of PostgreSQL, which needs servers of its own.');

(hasServers ? describe : describe.skip)('the replica in DATABASE_READ_URL', () => {
  let folder: string;
  let primary: PostgresCluster;
  let replica: PostgresReplica;
  let proxy: SlowProxy;
  let env: { DATA_DIR: string; DATABASE_URL: string };
  let program: ProgramProcess;
  let pool: Pool;
  let key: string;
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-replica-'));
    primary = (await startOwnPostgres(join(folder, 'primary')))!;
    replica = await startReplica(join(folder, 'replica'), primary);
    const url = new URL(replica.url);
    proxy = await SlowProxy.start(Number(url.port));
    url.port = `${proxy.port}`;
    env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: primary.url };
    // The replica is down while the program starts, so at first it lacks all tables.
    await replica.kill();
    program = await startProcess({ ...env, DATABASE_READ_URL: url.href });
    pool = await connectTo({ env });
    key = (await insertKey(pool, { limitPerHour: 1_000_000 })).text;
    token = await signIn(program);
    for (let i = 0; i < 20; i++) await insertBusiness(pool);
  });
  afterAll(async () => {
    await pool.end();
    await program.stop();
    await proxy.stop();
    await replica.kill();
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let asked = 0;
  /** Requests a new list each time, so that it is read from the database. */
  const read = () => {
    const since = new Date(Date.UTC(2001, 0) + asked++).toISOString();
    return call('GET', `${program.url}/api/v1/businesses?limit=1&updatedSince=${since}`, { key });
  };
  const versionOf = ({ headers }: Answer) => Number(/^"(\d+)-/.exec(headers.get('etag')!)![1]);
  const readiness = async () => (await fetch(`${program.url}/health/ready`)).json();
  const figures = async () => ({
    replica: await metricOf(program, 'directory_reads_total{server="replica"}'),
    primary: await metricOf(program, 'directory_reads_total{server="primary"}'),
    behind: await metricOf(program, 'replica_fallbacks_total{reason="behind"}'),
  });
  const isReadThere = () =>
    eventually(async () => {
      const before = await figures();
      await read();
      const after = await figures();
      return after.replica > before.replica && after.primary === before.primary;
    });
  const onReplica = async (statement: string) => {
    const direct = new Pool({ connectionString: replica.url });
    await direct.query(statement);
    await direct.end();
  };

  afterEach(async () => {
    // The next test waits until the replica is used again, even if this one has failed.
    proxy.isSilent = false;
    await onReplica('SELECT pg_wal_replay_resume()');
  });

  it('is skipped while it is down and used as soon as it is up', async () => {
    expect((await read()).status).toBe(200);
    expect((await figures()).replica).toBe(0);
    expect(await readiness()).toMatchObject({ status: 'degraded', replica: 'degraded' });
    await replica.start();
    await isReadThere();
    expect(await readiness()).toMatchObject({ status: 'ok', database: 'ok', replica: 'ok' });
    // A check may find the replica still catching up.
    const lines = databaseLines(program).filter(
      (line) => !line.includes('until the replica has received'),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^The replica is not used\. .* in DATABASE_URL: \w/),
      expect.stringMatching(/^The replica is in use again after \d+ s\.$/),
    ]);
  });

  it('serves readers, and the primary everything else', async () => {
    await isReadThere();
    const before = await figures();
    for (const path of ['businesses', 'businesses?q=loon', 'events', 'deals']) {
      const url = `${program.url}/api/v1/${path}`;
      expect((await call('GET', url, { key })).status).toBe(200);
    }
    const { status } = await call('GET', `${program.url}/api/v1/changes`, { key });
    expect(status).toBe(200);
    const after = await figures();
    expect(after.primary).toBe(before.primary);
    expect(after.replica).toBeGreaterThanOrEqual(before.replica + 4);
  });

  it('is checked by the doctor', async () => {
    const { code, stdout } = await runCli({ ...env, DATABASE_READ_URL: replica.url }, 'doctor');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +replica +The replica is readable and \d s behind\.$/m),
    ]);
    for (const [url, state, finding] of [
      [primary.url, 'warning', /^It is writable: it is the primary/],
      [process.env.TEST_POSTGRES_URL!, 'problem', /^The replica is not used: it is not a replica/],
      [
        'postgresql://postgres@127.0.0.1:1/postgres',
        'problem',
        /^The replica is not used: .*REFUSED/,
      ],
    ] as const) {
      const findings = await checkReplica(loadEnvironment({ ...env, DATABASE_READ_URL: url }));
      expect(findings).toMatchObject([{ state, finding: expect.stringMatching(finding) }]);
    }
  });

  it('never returns older data while it lags, nor to admins after their own change', async () => {
    await isReadThere();
    await onReplica('SELECT pg_wal_replay_pause()');
    const before = await read();
    await insertBusiness(pool, { name: 'Loon Bakery' });
    const changed = await eventually(async () => {
      const answer = await read();
      return answer.body.pagination.total > before.body.pagination.total ? answer : undefined;
    });
    const answers: Answer[] = [];
    while (answers.length < 40) {
      // A busy machine would refuse more at once.
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => read()))));
    }
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(versionOf(answer)).toBeGreaterThanOrEqual(versionOf(changed));
      expect(answer.body.pagination.total).toBe(changed.body.pagination.total);
    }
    for (let i = 0; i < 5; i++) {
      const name = `Heron Books ${i}`;
      const { body } = await askAsAdmin(program, token, 'POST', 'businesses', { name });
      const own = `${program.url}/api/v1/businesses/${body.data.id}`;
      expect(await call('GET', own, { key })).toMatchObject({ status: 200 });
      const found = await askAsAdmin(
        program,
        token,
        'GET',
        `businesses?q=${encodeURIComponent(name)}`,
      );
      expect(found.body.data[0].name).toBe(name);
    }
    expect((await figures()).behind).toBeGreaterThan(0);
  });

  it('delays requests only briefly when it dies, and is used again', async () => {
    await isReadThere();
    const statuses: number[] = [];
    let isOver = false;
    const readers = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.push((await read()).status);
    });
    await replica.kill();
    await eventually(async () => (await readiness()).replica === 'degraded');
    await replica.start();
    await isReadThere();
    isOver = true;
    await Promise.all(readers);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('is abandoned when silent, after a short wait at first and then at once', async () => {
    await isReadThere();
    proxy.isSilent = true;
    const timed = async () => {
      const started = performance.now();
      const { status } = await read();
      return { status, milliseconds: performance.now() - started };
    };
    for (const { status, milliseconds } of await Promise.all(Array.from({ length: 20 }, timed))) {
      expect(status).toBe(200);
      expect(milliseconds).toBeLessThan(SILENCE_MS);
    }
    const later = [];
    while (later.length < 5) later.push((await timed()).milliseconds);
    expect(Math.min(...later)).toBeLessThan(AT_ONCE_MS);
  });

  it('can be backed up in place of the primary, but not serve in its place', async () => {
    await isReadThere();
    const standby = { ...env, DATABASE_URL: replica.url };
    const environment = loadEnvironment(standby);
    await expect(openDatabase(environment, SERVER)).rejects.toThrow(
      /^Cannot use the database .* from DATABASE_URL: it is read-only \(the server is a standby\)\.$/,
    );
    const [database] = await checkDatabase(environment, new SystemClock());
    expect(database).toMatchObject({
      state: 'problem',
      finding: 'It is read-only: the server is a standby.',
    });
    const ended = await runCli(standby, 'sessions', 'end', '--all');
    expect([ended.code, ended.stderr]).toEqual([
      1,
      'The database is read-only. Set DATABASE_URL to the primary.\n',
    ]);
    const backup = await runCli(standby, 'backup', join(folder, 'standby.backup.gz'));
    expect([backup.code, backup.stderr]).toEqual([
      0,
      'The backup is complete but could not be recorded: The database is read-only. Set DATABASE_URL to the primary.\n',
    ]);
  });

  it('is refused at start if it belongs to another database', async () => {
    const other = { ...env, DATABASE_READ_URL: process.env.TEST_POSTGRES_URL! };
    await expect(openDatabase(loadEnvironment(other), SERVER)).rejects.toThrow(
      /^Cannot use the database postgres on .* from DATABASE_READ_URL: it is not a replica of the database in DATABASE_URL\.$/,
    );
  });
});
