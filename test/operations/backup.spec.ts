import { Command } from 'commander';
import { gunzipSync } from 'node:zlib';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFile, writeBackup } from '#libs/database/src/backup/backup-file.js';
import { restore } from '#libs/database/src/backup/restore.js';
import { Snapshot } from '#libs/database/src/backup/snapshot.js';
import { define } from '../../apps/cli/src/commands/move.command.js';
import { runCli } from '../support/cli.ts';
import {
  createDatabase,
  createEmptyDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { call } from '../support/http.ts';
import { issueKey } from '../support/keys.ts';
import { type Program, startProgram } from '../support/program.ts';
import { query } from '../support/query.ts';

/** Tables without data in a backup: recreated by migrations, by signing in again or by traffic. */
const LEFT_OUT = ['_prisma_migrations', 'admin_sessions', 'recent_traffic'];

/** Query for the definitions of all indexes, constraints and triggers. */
const SCHEMA = `
  SELECT pg_get_indexdef(indexrelid) AS is FROM pg_index
    WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL SELECT conrelid::regclass || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

async function manifestOf(file: string): Promise<any> {
  return JSON.parse(
    gunzipSync(await readFile(file))
      .toString()
      .split('\n')[0]!,
  );
}

/** Returns the rows of a backup with their tables, sorted, without records of earlier backups. */
async function rowsIn(file: string): Promise<string[]> {
  const [manifest, ...rows] = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const { tables } = JSON.parse(manifest!) as { tables: { name: string; rows: number }[] };
  const names = tables.flatMap(({ name, rows }) => Array<string>(rows).fill(name));
  return rows
    .slice(0, -1)
    .map((row, i) => `${names[i]} ${row}`)
    .filter((row) => !row.includes('"database.backup"'))
    .sort();
}

type Kind = 'embedded' | 'PostgreSQL';

/**
 * A directory with a running server, a backup taken while it was in use, and a list it returned.
 */
interface InUse {
  database: TestDatabase;
  program: Program;
  file: string;
  key: string;
  answered: unknown[];
}

describeOnPostgres('a backup', () => {
  const places: TestDatabase[] = [];
  let folder: string;
  let inUse: Record<Kind, InUse>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-backups-'));
    const [embedded, onServer] = await Promise.all([use('embedded'), use('PostgreSQL')]);
    inUse = { embedded, PostgreSQL: onServer };
  });
  afterAll(async () => {
    for (const { program } of Object.values(inUse)) await program.stop();
    for (const place of places) await place.drop();
    await rm(folder, { recursive: true });
  });

  const filled = async (kind: Kind) => {
    const database = await createDatabase(kind);
    places.push(database);
    return database;
  };
  const empty = async (kind: Kind): Promise<TestDatabase> => {
    const database = await createEmptyDatabase();
    places.push(database);
    if (kind === 'PostgreSQL') return database;
    return { env: { DATA_DIR: join(database.env.DATA_DIR, 'fresh') }, drop: database.drop };
  };
  const mnbd = ({ env }: TestDatabase, ...args: string[]) => runCli(env, '--as', 'Olga', ...args);
  const whole = async (database: TestDatabase, ...args: string[]) => {
    const result = await mnbd(database, ...args);
    expect(result).toMatchObject({ code: 0 });
    return result.stdout;
  };
  const fileOf = async (database: TestDatabase) => {
    const file = join(folder, `${Math.random()}.backup.gz`);
    await whole(database, 'backup', file);
    return file;
  };
  const ask = (url: string, key: string) =>
    call('GET', `${url}/api/v1/businesses?limit=5`, { key });
  const use = async (kind: Kind): Promise<InUse> => {
    const database = await filled(kind);
    const program = await startProgram({ ...database.env, SAMPLE_DATA: 'true' });
    const { key } = await issueKey(program, database, { limitPerHour: 7 });
    const { body } = await ask(program.url, key);
    const file = join(folder, `${kind}.backup.gz`);
    const output = await whole(database, 'backup', file);
    expect(output).toMatch(
      / MB \(businesses: 3\d\d, events: \d+, deals: \d+, admins: 1, .*keys: 1/,
    );
    return { database, program, file, key, answered: body.data };
  };

  it.each([
    ['embedded', 'PostgreSQL'],
    ['PostgreSQL', 'embedded'],
  ] as const)('taken from a running %s database restores completely into %s', async (from, to) => {
    const { database, file, key, answered } = inUse[from];
    const manifest = await manifestOf(file);
    const tables = await query(
      database,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    expect(manifest.tables.map(({ name }: { name: string }) => name)).toEqual(
      tables.map(({ name }) => name).filter((name: string) => !LEFT_OUT.includes(name)),
    );

    const place = await empty(to);
    const restoring = await mnbd(place, 'restore', file);
    expect(restoring.stdout).toContain('Restored the database.');
    expect(restoring.stderr.match(/Created the database \(version [\d.]+\)/g)).toHaveLength(1);
    expect(restoring.stderr).not.toContain('migration');
    const again = await fileOf(place);
    // Without its sequences, the next insert would reuse a taken number.
    expect(Object.keys(manifest.sequences)).not.toEqual([]);
    expect((await manifestOf(again)).sequences).toEqual(manifest.sequences);
    const added = (await rowsIn(again)).filter((row) => !row.includes('"database.restore"'));
    expect(added).toEqual(await rowsIn(file));
    const restored = await startProgram(place.env);
    const { headers, body } = await ask(restored.url, key);
    // URLs contain the port.
    const elsewhere = (record: any) => ({ ...record, url: expect.any(String) });
    expect(body.data).toEqual(answered.map(elsewhere));
    expect(headers.get('x-ratelimit-limit')).toBe('7');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(7);
    // Without a new epoch, existing copies could skip changes made after the restore.
    const EPOCH = 'SELECT epoch FROM directory_version';
    expect(await query(place, EPOCH)).not.toEqual(await query(database, EPOCH));
    // The schema is the one that the migrations create in that database.
    expect(await query(place, SCHEMA)).toEqual(await query(inUse[to].database, SCHEMA));
    await restored.stop();
  });

  it('is refused by a database that is not empty, without changing it', async () => {
    const { database, file } = inUse.embedded;
    const beside = await mnbd(database, 'restore', file);
    expect([beside.code, beside.stderr]).toEqual([
      1,
      expect.stringMatching(/is in use by process/),
    ]);

    const other = await filled('PostgreSQL');
    const contents = () =>
      query(other, 'SELECT id, (SELECT count(*) FROM businesses) AS businesses FROM admins');
    const before = await contents();
    const refused = await mnbd(other, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^The target database is not empty \(admins: 1/);
    expect(await contents()).toEqual(before);

    const backup = await BackupFile.open(file);
    const foreign = await empty('PostgreSQL');
    await query(foreign, 'CREATE TABLE invoices (id int)');
    await expect(restore({ connectionString: foreign.env.DATABASE_URL }, backup)).rejects.toThrow(
      /^The database contains tables of another program: invoices\./,
    );
    await expect(Snapshot.take(foreign.env)).rejects.toThrow(
      'The database is empty. There is nothing to back up.',
    );
    expect((await mnbd(foreign, 'restore', '--dry-run', file)).code).toBe(0);

    const migrations = [...backup.manifest.migrations, '29990101000000_unknown'];
    const newer = join(folder, 'newer.backup.gz');
    await writeBackup(newer, {
      manifest: { ...backup.manifest, migrations },
      blocks: () => backup.blocks(),
    });
    const checked = await mnbd(foreign, 'restore', '--dry-run', newer);
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringMatching(/which is newer/)]);
  });

  it('moves a database to a server and back when no program uses it', async () => {
    const { program, database } = inUse.PostgreSQL;
    const folderPlace = await empty('embedded');
    const early = await mnbd(database, 'move', '--to', folderPlace.env.DATA_DIR);
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringMatching(/^The database has \d+ other connections?\. Stop the server first\./),
    ]);
    for (const to of ['postgresql://user:hunter#2@host/directory', 'localhost:5432/directory']) {
      const command = new Command();
      define(command);
      await expect(command.parseAsync(['--to', to], { from: 'user' })).rejects.toThrow(
        '--to must be a URL such as postgresql://user@host/database, or a data folder.',
      );
    }
    const nowhere = await mnbd(folderPlace, 'move', '--to', database.env.DATABASE_URL!);
    expect(nowhere.stderr).toMatch(/^There is no database in DATA_DIR /);
    await program.stop();
    const before = await rowsIn(await fileOf(database));
    const occupied = await mnbd(database, 'move', '--to', database.env.DATABASE_URL!);
    expect(occupied.stderr).toMatch(/^The target database is not empty/);
    const missing = await mnbd(database, 'move', '--to', 'postgresql://127.0.0.1:1/x');
    expect(missing.stderr).toMatch(/^Cannot use the database x on 127\.0\.0\.1:1 from --to: /);

    await whole(database, 'move', '--to', folderPlace.env.DATA_DIR);
    const same = await mnbd(folderPlace, 'move', '--to', folderPlace.env.DATA_DIR);
    expect(same.stderr).toMatch(/^The database is already in /);
    const back = await empty('PostgreSQL');
    const moved = await whole(folderPlace, 'move', '--to', back.env.DATABASE_URL!);
    expect(moved).toMatch(
      /^Moved the database \(businesses: 3.*\nSet DATABASE_URL to the new database and WEBHOOK_KEY to /,
    );
    const after = await rowsIn(await fileOf(back));
    expect(after.filter((row) => !row.includes('"database.move"'))).toEqual(before);
  });
});
