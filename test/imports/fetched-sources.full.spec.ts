import { Database } from '#libs/database/src/database.js';
import { Logger } from '@nestjs/common';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { connectionOf } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';
import { metricOf } from '../support/http.ts';
import { fetcherOf } from '../support/import-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const HOUR = 3_600_000;
const UNSET = {
  licence: null,
  attribution: null,
  rank: 10,
  idColumn: null,
  mapping: null,
  url: null,
  schedule: null,
  lastFetchedAt: null,
  lastResult: null,
  lastError: null,
  lastImportId: null,
  consecutiveFailures: 0,
  nextFetchAt: null,
};

describe('sources with a URL', () => {
  const { database: testDatabase, program, pool, token, api, admin: ask } = useDirectory();
  let files: FileServer;
  let database: Database;
  let clock: ManualClock;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    files = await startFileServer();
    database = await Database.connect(await connectionOf(testDatabase));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.close();
    await files.stop();
  });
  beforeEach(() => {
    clock = new ManualClock(Date.now());
    files.requests = [];
  });

  const admin = (method: string, path = '', json?: unknown, ifMatch?: string) =>
    ask(method, `sources${path}`, json, ifMatch);
  const add = async (source: object) => (await admin('POST', '', source)).body.data;
  /** Waits until a source has these values. */
  const sourceIs = (id: string, expected: Record<string, unknown>) =>
    eventually(async () => {
      const { data } = (await admin('GET', `/${id}`)).body;
      return Object.entries(expected).every(([name, value]) => data[name] === value) && data;
    }, 30_000);
  /** Creates the fetcher of another process on the same data. */
  const otherFetcher = () =>
    fetcherOf(database, clock, { DATA_DIR: testDatabase.env.DATA_DIR, ca: files.ca });
  const failing = () => metricOf(program, 'sources_failing');

  it('are refused on this machine by the server, and imported by the rules of the source', async () => {
    const url = `${files.url}/licences.csv`;
    const mapping = { name: 'Facility', city: ['Town'] };
    const { id } = await add({ name: 'state', url, mapping, idColumn: 'no', licence: 'MIT' });
    const refused = await sourceIs(id, { lastResult: 'failed' });
    expect(refused).toMatchObject({
      url,
      schedule: 'daily',
      licence: 'MIT',
      idColumn: 'no',
      consecutiveFailures: 1,
      mapping: { name: ['Facility'], city: ['Town'] },
      lastError: '127.0.0.1 is not a host on the public internet.',
    });
    expect(files.requests).toEqual([]);

    files.answer = (_, response) =>
      response.setHeader('etag', '"1"').end('no,Facility,Town\n1,Loon Cafe,Ely\n,Nameless,Ely\n');
    clock.advance(HOUR + 60_000);
    await otherFetcher().work();
    const imported = await sourceIs(id, { lastResult: 'imported' });
    expect(imported).toMatchObject({ lastError: null, consecutiveFailures: 0 });
    expect(files.requests).toHaveLength(1);

    const of = `imports/${imported.lastImportId}`;
    expect((await ask('GET', of)).body.data).toMatchObject({
      source: 'state',
      status: 'finished',
      counts: { inserted: 1, rejected: 1 },
    });
    expect((await ask('GET', 'businesses/loon-cafe-ely/history')).body.data[0].text).toBe(
      'The server imported state, which added it.',
    );
    expect((await api('businesses?q=loon')).body.pagination.total).toBe(1);

    expect(await admin('DELETE', `/${id}`)).toMatchObject({ status: 409 });
    expect((await ask('POST', `${of}/undo`)).body.data).toMatchObject({ removed: 1 });
    expect(await admin('DELETE', `/${id}`)).toMatchObject({ status: 200 });
    expect(await admin('GET', `/${id}`)).toMatchObject({ status: 404 });
  });

  it('are counted as failing after three failures, until their URL is corrected', async () => {
    const { id } = await add({ name: 'county' });
    for (const [failures, count] of [
      [2, 0],
      [3, 1],
    ]) {
      await pool.query(
        `INSERT INTO source_fetches (source_id, url, schedule, next_at, failures)
         VALUES ($1, 'https://files.example.com/', 'daily', now() + interval '1 day', $2)
         ON CONFLICT (source_id) DO UPDATE SET failures = $2`,
        [id, failures],
      );
      expect(await failing()).toBe(count);
    }
    const corrected = await admin('PATCH', `/${id}`, { url: 'https://files.invalid/' });
    expect(corrected.body.data).toMatchObject({ consecutiveFailures: 0 });
    expect(await failing()).toBe(0);
  });

  it('can be added, read, listed, changed and removed with the current ETag', async () => {
    const added = await admin('POST', '', { name: 'plain' });
    const { id, createdAt } = added.body.data;
    expect([added.status, added.headers.get('location')]).toEqual([201, `/admin/sources/${id}`]);
    expect(added.body.data).toEqual({ id, name: 'plain', createdAt, ...UNSET });
    const items = (await admin('GET', '?limit=100')).body.data;
    expect(items).toContainEqual(added.body.data);
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('unnamed');

    const etag = added.headers.get('etag')!;
    const change = { rank: 20, url: 'https://files.invalid/a.csv', schedule: 'hourly' };
    const changed = await admin('PATCH', `/${id}`, change, etag);
    expect(changed.body.data).toMatchObject({ ...change, consecutiveFailures: 0 });
    expect(changed.body.data.nextFetchAt).not.toBeNull();
    expect(await admin('PATCH', `/${id}`, { rank: 30 }, etag)).toMatchObject({ status: 412 });
    const stopped = await admin('PATCH', `/${id}`, { url: null });
    expect(stopped.body.data).toEqual({ id, name: 'plain', createdAt, ...UNSET, rank: 20 });
    expect((await admin('DELETE', `/${id}`)).body.data).toMatchObject({ name: 'plain' });
    const { rows } = await pool.query(
      'SELECT action FROM audit_entries WHERE subject = $1 AND subject_id = $2 ORDER BY at, id',
      ['source', id],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ['create', 'change', 'change', 'remove'].map((what) => `source.${what}`),
    );
  });

  it('refuse invalid input with 400, and conflicts with 409', async () => {
    const invalid = [
      ...['http://files.example.com/', 'https://a:b@files.example.com/', 'ftp://files.example.com'],
      ...['https://localhost/', 'files.example.com', ''],
    ].map((url) => ({ url }));
    const others = [
      { schedule: 'monthly', url: 'https://files.example.com/' },
      { schedule: 'daily' },
      { rank: 0 },
      { mapping: { nom: 'Facility' } },
      { mapping: [] },
      { mapping: { name: 3 } },
      { mapping: { name: 'x'.repeat(101) } },
      { mapping: { name: Array.from({ length: 21 }, String) } },
    ];
    for (const input of [...invalid, ...others]) {
      const { status, body } = await admin('POST', '', { name: 'other', ...input });
      const [field] = Object.keys(input);
      expect([input, status, body.error.details[0].field]).toEqual([input, 400, field]);
    }
    await add({ name: 'other' });
    expect(await admin('GET', '/other')).toMatchObject({ status: 200 });
    for (const name of ['other', 'unnamed']) {
      expect(await admin('POST', '', { name })).toMatchObject({ status: 409 });
    }
    expect(await admin('PATCH', '/other', { name: 'new' })).toMatchObject({ status: 400 });
    for (const unknown of ['0', '999999', 'unnamed']) {
      expect(await admin('GET', `/${unknown}`)).toMatchObject({ status: 404 });
    }
  });

  it('can only be removed once no import of them is unfinished', async () => {
    const { id } = (await admin('POST', '', { name: 'awaited' })).body.data;
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO imports (id, source_id, dry_run, size)
       VALUES (gen_random_uuid(), $1, false, 1) RETURNING id`,
      [id],
    );
    expect(await admin('DELETE', '/awaited')).toMatchObject({ status: 409 });
    await pool.query(`UPDATE imports SET status = 'cancelled' WHERE id = $1`, [rows[0]!.id]);
    expect(await admin('DELETE', '/awaited')).toMatchObject({ status: 200 });
  });

  it('can be managed on the command line, and lend uploads their mapping', async () => {
    const { DATA_DIR } = testDatabase.env;
    const mapping = join(DATA_DIR, 'mapping.json');
    await writeFile(mapping, '{"name": "Facility"}');
    const run = (...words: string[]) => runCli(testDatabase.env, 'sources', ...words);
    const options = ['--mapping', mapping, '--rank', '30', '--id-column', 'no'];
    expect(await run('add', 'registry', ...options)).toMatchObject({
      code: 0,
      stdout: 'Added registry.\n',
    });
    const url = 'https://files.invalid/a.csv';
    expect(await run('change', 'registry', '--url', url, '--every', 'week')).toMatchObject({
      code: 0,
    });
    const { stdout } = await run('show', 'registry', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'registry',
      rank: 30,
      idColumn: 'no',
      url,
      schedule: 'weekly',
      mapping: { name: ['Facility'] },
    });
    expect((await run()).stdout).toContain('registry');

    const file = 'no,Facility,city\n1,Teal Toys,Ely\n';
    const query = '?source=registry';
    expect(await importUpload(program, token, file, { query })).toMatchObject({
      counts: { inserted: 1 },
    });
    expect(await run('show', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no source "nowhere".') as string,
    });
  });
});
