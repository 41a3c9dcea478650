import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { embeddedConnection } from '#libs/database/src/connection-config.js';
import {
  copyEmbeddedTemplate,
  createDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { connectTo, insertBusiness } from '../support/directory.ts';
import { describeWithDisk, Disk } from '../support/disk.ts';
import { eventually, eventuallyPrints } from '../support/eventually.ts';
import { metricOf } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { requestKey, someEmail } from '../support/keys.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { startProgram } from '../support/program.ts';
import { type ProgramProcess, runUntilExit, startProcess } from '../support/program-process.ts';
import { query } from '../support/query.ts';
import { SteeredClock } from '../support/steered-clock.ts';

/** Disk size. A new database and its write-ahead log use 45 MB. */
const ROOM_MB = 120;
const PATIENCE_MS = 60_000;
/** Time after which a failed export is retried. */
const REST_AFTER_FAILURE_MS = 30_000;

describeWithDisk('a full disk', () => {
  let disk: Disk;
  let program: ProgramProcess | undefined;

  beforeEach(() => {
    disk = new Disk(ROOM_MB);
  });
  afterEach(async () => {
    await program?.stop();
    disk.remove();
  });

  const status = async (path = '/health') => (await fetch(`${program!.url}${path}`)).status;

  const refusal = async (env: { DATA_DIR: string }) => {
    const { code, output } = await runUntilExit(env);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^DATA_DIR .* the disk .* is full\..*\n$|^Could not start the embedded database in .* only 0 MB of disk space are left\.\n$/,
      ),
    ]);
  };

  it('stops the embedded database until there is space, without losing writes', async () => {
    const env = { DATA_DIR: join(disk.path, 'data') };
    await mkdir(env.DATA_DIR);
    await copyEmbeddedTemplate(env.DATA_DIR);
    program = await startProcess(env);
    expect((await requestKey(program)).status).toBe(201);

    await disk.fill();
    await fillWriteAheadLog(env.DATA_DIR);
    await eventually(async () => (await status()) === 503);
    await eventuallyPrints(program, /The embedded database failed: .*No space left on device/);
    await disk.makeRoom();
    await eventually(async () => (await status()) === 200, PATIENCE_MS);
    await eventuallyPrints(program, /The embedded database is running again\./);
    expect(await keyRequests(env.DATA_DIR)).toBe(1);
    expect((await requestKey(program)).status).toBe(201);
    expect(await metricOf(program, 'data_dir_free_bytes')).toBeGreaterThan(10 * 1024 ** 2);

    await program.stop();
    await disk.fill();
    await refusal(env);
    await disk.makeRoom();
    const restarted = await startProgram(env);
    expect(await keyRequests(env.DATA_DIR)).toBe(2);
    await restarted.stop();
  });

  it('is named in the error of the first start, which leaves no database', async () => {
    const DATA_DIR = join(disk.path, 'data');
    await disk.fill();
    await refusal({ DATA_DIR });
    // A later start replaces what a killed or failed one has begun.
    expect(await readdir(DATA_DIR)).toEqual(['postgres.new']);
  });

  it('is distinguished from a read-only disk', async () => {
    disk.makeReadOnly();
    const DATA_DIR = join(disk.path, 'data');
    expect(await runUntilExit({ DATA_DIR })).toEqual({
      code: 1,
      output: expect.stringContaining(`DATA_DIR ${DATA_DIR} is on a read-only file system.`),
    });
  });

  describeOnPostgres('with the database on a server', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createDatabase('PostgreSQL');
    });
    afterEach(async () => {
      await program?.stop();
      await database.drop();
    });

    it('is distinguished from a disk that becomes read-only', async () => {
      program = await startProcess({ ...database.env, DATA_DIR: join(disk.path, 'data') });
      disk.makeReadOnly();
      expect((await requestKey(program)).status).toBe(201);
      await eventuallyPrints(program, /EROFS: read-only file system, mkdir '[^']*outbox'/);
    });

    it('delays mails without losing any, and fails exports with the cause, until there is space', async () => {
      const DATA_DIR = join(disk.path, 'data');
      const clock = new SteeredClock(database.env.DATA_DIR);
      program = await startProcess({ ...database.env, ...clock.env, DATA_DIR });
      const pool = await connectTo(database);
      const { text: key } = await insertKey(pool);
      await insertBusiness(pool);
      await pool.end();
      const ask = () =>
        fetch(`${program!.url}/api/v1/export/businesses.ndjson`, { headers: { 'x-api-key': key } });

      await disk.fill();
      const email = someEmail();
      expect((await requestKey(program, { email })).status).toBe(201);
      await eventuallyPrints(program, /no space left on device/);
      const refusal = await eventually(async () => {
        const text = await (await ask()).text();
        return text.includes('disk') ? text : undefined;
      }, PATIENCE_MS);
      expect(JSON.parse(refusal)).toMatchObject({ error: { code: 'unavailable' } });

      await disk.makeRoom();
      await clock.advance(REST_AFTER_FAILURE_MS);
      await eventually(async () => (await ask()).status === 200, PATIENCE_MS);
      await eventually(
        async () => (await readOutbox(DATA_DIR)).some((mail) => isTo(mail, email)),
        PATIENCE_MS,
      );
    });
  });
});

/** Writes until the write-ahead log has no space left. Each of its segments is 16 MB. */
async function fillWriteAheadLog(dataDir: string): Promise<void> {
  const client = new Client(await embeddedConnection(dataDir));
  client.on('error', () => {});
  await client.connect();
  const write = "SELECT pg_logical_emit_message(true, 'test', repeat(md5(random()::text), 30000))";
  let isUp = true;
  while (isUp) {
    await client.query(write).catch(() => (isUp = false));
  }
}

async function keyRequests(DATA_DIR: string): Promise<number> {
  const sql = 'SELECT count(*)::int FROM key_requests';
  return (await query({ env: { DATA_DIR } }, sql))[0].count;
}
