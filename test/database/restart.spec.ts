import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '../support/admin.ts';
import { startCli } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { type PostgresCluster, startPostgres } from '../support/postgres-cluster.ts';
import { type Program, startProgram } from '../support/program.ts';
import { connectTo } from '../support/directory.ts';
import { query } from '../support/query.ts';
import { IMPORT_WAIT_MS, upload } from '../support/uploads.ts';

/** Rows of the import, which writes a thousand at a time. */
const ROWS = 3_000;
const CALLERS = 2;
/** Time between two requests of a caller, which leaves the import processor time. */
const PAUSE_MS = 25;

const { TEST_DATABASE_URL, TEST_POSTGRES_URL } = process.env;
const canRestart = TEST_POSTGRES_URL !== undefined && TEST_DATABASE_URL === undefined;
if (!canRestart) console.warn('Skipped: restarts of PostgreSQL, which need a server of their own.');

(canRestart ? describe : describe.skip)('a PostgreSQL server that is restarted at once', () => {
  let folder: string;
  let cluster: PostgresCluster;
  let program: Program;
  let env: { DATA_DIR: string; DATABASE_URL: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-restart-'));
    cluster = (await startPostgres(join(folder, 'cluster')))!;
    env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url };
    program = await startProgram(env);
  });
  afterAll(async () => {
    await program.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const rows = (name: string) =>
    `name,street,city\n${Array.from({ length: ROWS }, (_, i) => `${name} ${i},${i} Main St,Ely\n`).join('')}`;
  const count = async (name: string) => {
    const sql = 'SELECT count(*)::int AS count FROM businesses WHERE name LIKE $1';
    const [found] = await query<{ count: number }>({ env }, sql, [`${name} %`]);
    return found!.count;
  };

  /**
   * Starts requests for uncached pages with uncached keys. Returns a function that ends them and
   * returns their statuses.
   */
  async function load() {
    const pool = await connectTo({ env });
    const keys: string[] = [];
    for (let i = 0; i < CALLERS; i++) keys.push((await insertKey(pool)).text);
    await pool.end();
    const statuses = new Set<number>();
    let isOver = false;
    const callers = keys.map(async (key, caller) => {
      for (let i = 0; !isOver; i++) {
        const url = `${program.url}/api/v1/businesses?page=${caller + 1}&limit=${1 + (i % 100)}`;
        const { status } = await fetch(url, { headers: { 'x-api-key': key } });
        statuses.add(status);
        await delay(PAUSE_MS);
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(callers);
      return [...statuses].sort();
    };
  }

  it('interrupts requests and an import, which resumes, but not the program', async () => {
    const token = await signIn(program);
    const { body: accepted } = await upload(program, token, rows('Uploaded'));
    const endLoad = await load();

    for (const atLeast of [0, ROWS / 2]) {
      await eventually(async () => (await count('Uploaded')) > atLeast, IMPORT_WAIT_MS);
      await cluster.crash!();
    }
    const ended = await eventually(async () => {
      const url = `${program.url}/admin/imports/${accepted.data.id}`;
      const { body } = await call('GET', url, { token });
      return body.data?.status === 'finished' ? body.data : undefined;
    }, 90_000);
    expect(ended.error).toBeNull();
    expect(await count('Uploaded')).toBe(ROWS);
    expect(await endLoad()).toEqual([200, 503]);
    expect((await fetch(`${program.url}/health/ready`)).status).toBe(200);
  });

  it('interrupts an import on the command line, which resumes', async () => {
    const file = join(folder, 'rows.csv');
    await writeFile(file, rows('Typed'));
    const { result } = startCli(env, 'import', file);
    await eventually(async () => (await count('Typed')) > 0, IMPORT_WAIT_MS);
    await cluster.crash!();
    const { code, stderr } = await result;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('    at ')]);
    expect(await count('Typed')).toBe(ROWS);
  });
});
