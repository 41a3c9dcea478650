import { readdir, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCli, startCli } from '../support/cli.ts';
import { createDatabase, onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { countsOf } from '../support/import-counts.ts';
import { IMPORT_WAIT_MS, importIs, upload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Number of rows to import. A batch has a thousand rows, or 25 on the embedded database. */
const rowsFor = ({ env }: TestDatabase) => (env.DATABASE_URL ? 3_000 : 300);
/** Number of rows that take long enough to be cancelled before the end on any machine. */
const MANY_ROWS = 25_000;

onEachDatabase('an unfinished import', (create) => {
  const { database, program, pool, token, admin, restart } = useDirectory({}, create);

  const send = (file: string) => upload(program, token, file);
  const cancel = (id: string) => admin('DELETE', `imports/${id}`);
  const until = (id: string, status: string) => importIs(program, token, id, status);
  const rows = (name: string, count: number) =>
    `name,street,city\n${Array.from({ length: count }, (_, i) => `${name} ${i},${i} Main St,Ely\n`).join('')}`;
  const untilNoFileIsLeft = () =>
    eventually(async () => (await readdir(join(database.env.DATA_DIR, 'imports'))).length === 0);
  const countNamed = async (name: string) => {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM businesses WHERE name LIKE $1',
      [`${name} %`],
    );
    return rows[0]!.count;
  };

  it('is cancelled while running or waiting, and keeps written rows', async () => {
    const { body: running } = await send(rows('Stopped', MANY_ROWS));
    const { body: waiting } = await send('name,state\nNever Begun,MN\n');
    await until(running.data.id, 'running');
    await eventually(async () => (await countNamed('Stopped')) > 0, IMPORT_WAIT_MS);

    expect((await cancel(waiting.data.id)).body.data.status).toBe('cancelled');
    const { status, body } = await cancel(running.data.id);
    expect([status, body.data.status, body.data.error]).toEqual([200, 'cancelled', null]);
    const written = await countNamed('Stopped');
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(MANY_ROWS);
    await untilNoFileIsLeft();

    const { body: behind } = await send('name,state\nStill Served,MN\n');
    expect(await until(behind.data.id, 'finished')).toMatchObject({ counts: { inserted: 1 } });
    expect(await countNamed('Stopped')).toBe(written);
    expect(await countNamed('Never')).toBe(0);
    const { body: audit } = await admin('GET', 'audit?limit=3');
    expect(audit.data).toContainEqual(
      expect.objectContaining({ action: 'import.cancel', subjectId: running.data.id }),
    );
  });

  it('resumes in the next process after SIGTERM, without counting an attempt', async () => {
    const length = rowsFor(database);
    const { body } = await send(rows('Resumed', length));
    await eventually(async () => (await countNamed('Resumed')) > 0, IMPORT_WAIT_MS);
    await restart(async ({ stop }) => {
      await stop();
      // The embedded database ends with its server.
      if (!database.env.DATABASE_URL) return;
      const sql = 'SELECT status, attempts FROM imports WHERE id = $1';
      const { rows: left } = await pool.query(sql, [body.data.id]);
      expect(left).toEqual([{ status: 'waiting', attempts: 0 }]);
    });
    const { counts } = await until(body.data.id, 'finished');
    expect(counts.inserted! + counts.unchanged!).toBe(length);
    expect(await countNamed('Resumed')).toBe(length);
  });

  it('is completed by running an interrupted command again', async () => {
    const [signal, code] = database.env.DATABASE_URL
      ? (['SIGINT', 130] as const)
      : (['SIGKILL', null] as const);
    const file = join(database.env.DATA_DIR, 'interrupted.csv');
    const length = rowsFor(database);
    await writeFile(file, rows('Interrupted', length));

    const first = startCli(database.env, 'import', file);
    while ((await countNamed('Interrupted')) === 0 && first.process.exitCode === null) {
      await delay(20);
    }
    const { PRIORITY_BELOW_NORMAL } = constants.priority;
    expect(getPriority(first.process.pid)).toBeGreaterThanOrEqual(PRIORITY_BELOW_NORMAL);
    first.process.kill(signal);
    const stopped = await first.result;
    expect(stopped.code).toBe(code);
    if (signal === 'SIGINT') expect(stopped.stderr).toContain('Run the same command again');
    const written = await countNamed('Interrupted');
    expect(written).toBeLessThan(length);

    const again = countsOf(await runCli(database.env, 'import', file));
    const inserted = length - written;
    expect(again).toMatchObject({ unchanged: written, inserted, updated: 0, merged: 0 });
    expect(await countNamed('Interrupted')).toBe(length);
  });
});

describe('the embedded database', () => {
  it('accepts one import while no server runs', async () => {
    const database = await createDatabase('embedded');
    const file = join(database.env.DATA_DIR, 'one.csv');
    await writeFile(file, 'name,city\nLoon Cafe,Ely\n');
    const both = await Promise.all([1, 2].map(() => runCli(database.env, 'import', file)));
    const [winner, loser] = both.sort((a, b) => a.code! - b.code!);
    expect(countsOf(winner!)).toMatchObject({ inserted: 1 });
    expect([loser!.code, loser!.stdout]).toEqual([1, '']);
    expect(loser!.stderr).toMatch(/is in use by process \d+ \(import\)/);
    await database.drop();
  });
});
