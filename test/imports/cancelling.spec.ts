import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { signIn } from '../support/admin.ts';
import { onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { type Program, startProgram } from '../support/program.ts';

const ROWS = 5_000;
/** Cancelled long before their end, however busy the machine is. */
const MANY_ROWS = 25_000;
const UNKNOWN = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40';

onEachDatabase('an import that does not come to its end', (create) => {
  let database: TestDatabase;
  let program: Program;
  let pool: Pool;
  let token: string;

  beforeAll(async () => {
    database = await create();
    await start();
    pool = await connectTo(database);
    // The embedded database ends with its server.
    pool.on('error', () => {});
  });
  afterAll(async () => {
    await pool.end();
    await program.stop();
    await database.drop();
  });

  const start = async () => {
    program = await startProgram(database.env);
    token = await signIn(program);
  };
  const send = async (body: string) => {
    const response = await fetch(`${program.url}/admin/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const ask = (method: string, id: string) =>
    call(method, `${program.url}/admin/imports/${id}`, { token });
  const until = (id: string, ...statuses: string[]) =>
    eventually(async () => {
      const { data } = (await ask('GET', id)).body;
      return statuses.includes(data.status) ? data : undefined;
    }, 60_000);
  const rows = (name: string, count = ROWS) =>
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

  it('200: cancels one that is running and one that waits, and what was written stays', async () => {
    const { body: running } = await send(rows('Stopped', MANY_ROWS));
    const { body: waiting } = await send('name,state\nNever Begun,MN\n');
    await until(running.data.id, 'running');
    await eventually(async () => (await countNamed('Stopped')) > 0 || undefined, 30_000);

    expect((await ask('DELETE', waiting.data.id)).body.data.status).toBe('cancelled');
    const { status, body } = await ask('DELETE', running.data.id);
    expect([status, body.data.status, body.data.error]).toEqual([200, 'cancelled', null]);
    const written = await countNamed('Stopped');
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(MANY_ROWS);
    await untilNoFileIsLeft();

    const { body: behind } = await send('name,state\nStill Served,MN\n');
    expect(await until(behind.data.id, 'finished')).toMatchObject({ counts: { inserted: 1 } });
    expect(await countNamed('Stopped')).toBe(written);
    expect(await countNamed('Never')).toBe(0);
    const { body: audit } = await call('GET', `${program.url}/admin/audit?limit=3`, { token });
    expect(audit.data).toContainEqual(
      expect.objectContaining({ action: 'import.cancel', subjectId: running.data.id }),
    );
  });

  it('404, and 409 for one that is done', async () => {
    const { body } = await send('name,state\nDone Deal,MN\n');
    await until(body.data.id, 'finished');
    const again = await ask('DELETE', body.data.id);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    expect(again.body.error.message).toBe('The import is finished already.');
    expect((await ask('DELETE', UNKNOWN)).status).toBe(404);
  });

  it('goes on with the next process after SIGTERM, and that does not count as an attempt', async () => {
    const { body } = await send(rows('Resumed'));
    await eventually(async () => (await countNamed('Resumed')) > 0 || undefined, 30_000);
    await program.stop();
    if (database.env.DATABASE_URL) {
      const sql = 'SELECT status, attempts FROM imports WHERE id = $1';
      const { rows: left } = await pool.query(sql, [body.data.id]);
      expect(left).toEqual([{ status: 'waiting', attempts: 0 }]);
    }
    await start();
    const { counts } = await until(body.data.id, 'finished');
    expect(counts.inserted + counts.unchanged).toBe(ROWS);
    expect(await countNamed('Resumed')).toBe(ROWS);
  });

  it.each([
    [2, 'finished', null],
    [3, 'failed', /begun 3 times, .* stopped before the end/],
  ])('that was begun %d times ends %s when begun again', async (attempts, status, error) => {
    const id = randomUUID();
    const { rows: admins } = await pool.query<{ id: string }>('SELECT id FROM admins LIMIT 1');
    await writeFile(join(database.env.DATA_DIR, 'imports', id), 'name,state\nThird Time,MN\n');
    await pool.query(
      `INSERT INTO imports (id, admin_id, status, dry_run, size, attempts, claimed_until)
       VALUES ($1, $2, 'running', false, 16, $3, now())`,
      [id, admins[0]!.id, attempts],
    );
    expect(await until(id, 'finished', 'failed')).toMatchObject({
      status,
      error: error ? expect.stringMatching(error) : null,
    });
    await untilNoFileIsLeft();
  });

  it('409 for one more than 20 that are not done', async () => {
    const { rows: admins } = await pool.query<{ id: string }>('SELECT id FROM admins LIMIT 1');
    const add = (count: number) =>
      pool.query(
        `INSERT INTO imports (id, admin_id, dry_run, size)
         SELECT gen_random_uuid(), $1, false, 1 FROM generate_series(1, $2)`,
        [admins[0]!.id, count],
      );
    await add(19);
    const { body } = await send('name,state\nThe Twentieth,MN\n');
    await until(body.data.id, 'finished');
    await add(1);
    const refused = await send('name,state\nOne Too Many,MN\n');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      '20 imports are not done yet. Wait for one of them, or cancel one.',
    ]);
    await pool.query(`DELETE FROM imports WHERE status = 'waiting'`);
  });
});
