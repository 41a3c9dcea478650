import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/version.js';
import { connectionConfig } from '../connection-config.js';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { MigrationLog } from '../migrations/migration-log.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import {
  BackupError,
  type Block,
  type Contents,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  type Row,
  ROWS_IN_BLOCK,
  type TableManifest,
} from './contents.js';

/**
 * The log of migrations is made anew by applying them; and a session that has been ended since would
 * come back to life.
 */
const LEFT_OUT_TABLES = ['_prisma_migrations', '_migration_steps', 'admin_sessions'];
/**
 * A copy of the directory that was made after the backup has changes that the restored one never had,
 * so the series of changes begins anew; and another server counts its transactions otherwise.
 */
const LEFT_OUT_COLUMNS = ['directory_version.epoch', 'directory_version.changed_by'];

/** Whatever the role or the database is set to: what is written is to be read anywhere. */
const AS_TEXT =
  '-c DateStyle=ISO -c IntervalStyle=iso_8601 -c extra_float_digits=1 -c bytea_output=hex';

/** Slots of backups that were killed beside a running server, whose session lasts. */
const ABANDONED = `name LIKE 'backup\\_%' AND creation_time < now() - $1::interval`;
const ABANDONED_AFTER = '1 hour';

/** Values as they came. */
const TEXT = { getTypeParser: () => (value: string) => value };

/**
 * The database as it is at one moment, read over a connection of its own.
 *
 * On a server, one transaction lasts for as long as it is read. The embedded database runs one
 * transaction at a time, so there the rows are set aside in temporary files within a short one (half a
 * second for a hundred thousand businesses), and read while others go on.
 */
export class Snapshot implements Contents {
  private constructor(
    private readonly client: DatabaseClient,
    private readonly isSetAside: boolean,
    readonly manifest: Manifest,
    /** Each table's, by its name. */
    private readonly cursors: ReadonlyMap<string, string>,
  ) {}

  /** @throws BackupError when there is nothing to back up, or a migration is under way */
  static async take(
    environment: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  ): Promise<Snapshot> {
    const config = await connectionConfig(environment);
    const client = createClient({ ...config, options: AS_TEXT });
    await client.connect();
    try {
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${WITHOUT_TIMEOUTS}`);
      const manifest = await describe(client);
      const isSetAside = !environment.DATABASE_URL;
      const cursors = await openCursors(client, manifest.tables, isSetAside);
      if (isSetAside) await client.query('COMMIT');
      return new Snapshot(client, isSetAside, manifest, cursors);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async *blocks(): AsyncGenerator<Block> {
    for (const table of this.manifest.tables) {
      const cursor = this.cursors.get(table.name)!;
      for (;;) {
        const { rows } = await this.client.query<Row>({
          text: `FETCH ${ROWS_IN_BLOCK} FROM ${cursor}`,
          rowMode: 'array',
          types: TEXT,
        });
        if (rows.length === 0) break;
        yield { table, rows };
      }
      await this.client.query(`CLOSE ${cursor}`);
    }
  }

  async close(): Promise<void> {
    if (this.isSetAside)
      await closeWhere(this.client, 'name = ANY($1)', [...this.cursors.values()]);
    await this.client.end();
  }
}

async function describe(client: DatabaseClient): Promise<Manifest> {
  const records = [...(await new MigrationLog(client).read()).values()];
  if (records.length === 0)
    throw new BackupError('There is nothing to back up: the database is empty.');
  const unfinished = records.find(({ finishedAt }) => !finishedAt)?.name ?? (await stepsOf(client));
  if (unfinished) {
    throw new BackupError(
      `The migration ${unfinished} is under way or was broken off. Back up when the server has started.`,
    );
  }
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: VERSION,
    createdAt: rows[0]!.now.toISOString(),
    migrations: records.map(({ name }) => name),
    sequences: await readSequences(client),
    tables: await readTables(client),
  };
}

/** @returns the migration of several steps that some but not all are done of */
async function stepsOf(client: DatabaseClient): Promise<string | undefined> {
  const { rows } = await client.query<{ steps: string | null }>(
    `SELECT to_regclass('_migration_steps')::text AS steps`,
  );
  if (!rows[0]!.steps) return undefined;
  const begun = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _migration_steps',
  );
  return begun.rows[0]?.name;
}

async function readSequences(client: DatabaseClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function readTables(client: DatabaseClient): Promise<TableManifest[]> {
  const { rows: tables } = await client.query<Omit<TableManifest, 'rows'>>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
       AND c.relname <> ALL($1) AND c.relname || '.' || a.attname <> ALL($2)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY 1`,
    [LEFT_OUT_TABLES, LEFT_OUT_COLUMNS],
  );
  const counted: TableManifest[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM ${escapeIdentifier(table.name)}`,
    );
    counted.push({ ...table, rows: rows[0]!.count });
  }
  return counted;
}

async function openCursors(
  client: DatabaseClient,
  tables: readonly TableManifest[],
  isSetAside: boolean,
): Promise<Map<string, string>> {
  if (isSetAside) await closeWhere(client, ABANDONED, ABANDONED_AFTER);
  const prefix = `backup_${randomBytes(4).toString('hex')}`;
  const cursors = new Map<string, string>();
  for (const [i, { name, columns }] of tables.entries()) {
    const cursor = `${prefix}_${i}`;
    await client.query(
      `DECLARE ${cursor} NO SCROLL CURSOR ${isSetAside ? 'WITH HOLD' : ''} FOR
       SELECT ${columns.map(escapeIdentifier).join(', ')} FROM ${escapeIdentifier(name)}`,
    );
    cursors.set(name, cursor);
  }
  return cursors;
}

async function closeWhere(
  client: DatabaseClient,
  condition: string,
  value: unknown,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_cursors WHERE is_holdable AND ${condition}`,
    [value],
  );
  for (const { name } of rows) await client.query(`CLOSE ${name}`);
}
