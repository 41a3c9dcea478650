import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
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
 * Tables that are not backed up. Applying the migrations fills their log again, and a restored
 * session could revive one that has been ended.
 */
const LEFT_OUT_TABLES = ['_prisma_migrations', 'admin_sessions'];
/**
 * Columns that are not backed up. A copy of the directory may contain changes that the restored one
 * never had, so the restored one starts a new epoch. Transaction ids of another server are
 * meaningless.
 */
const LEFT_OUT_COLUMNS = ['directory_version.epoch', 'directory_version.changed_by'];

/**
 * Output formats, independent of the settings of the role or database, so that any server can read
 * the values.
 */
const AS_TEXT =
  '-c DateStyle=ISO -c IntervalStyle=iso_8601 -c extra_float_digits=1 -c bytea_output=hex';

/**
 * Cursors left by backups that were killed, in the shared session of a running embedded database.
 */
const ABANDONED = `name LIKE 'backup\\_%' AND creation_time < now() - $1::interval`;
const ABANDONED_AFTER = '1 hour';

/** Returns values as text without parsing them. */
const TEXT = { getTypeParser: () => (value: string) => value };

/**
 * Snapshot of the database at one moment, read over its own connection.
 *
 * On a server, a single transaction lasts for the whole read. The embedded database runs only one
 * transaction at a time. There, a short transaction materializes the rows in temporary files (half
 * a second for a hundred thousand businesses), which are then read while other transactions run.
 */
export class Snapshot implements Contents {
  private constructor(
    private readonly client: DatabaseClient,
    private readonly isSetAside: boolean,
    readonly manifest: Manifest,
    /** Name of the cursor of each table. */
    private readonly cursors: ReadonlyMap<string, string>,
  ) {}

  /** @throws BackupError if the database is empty */
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
    if (this.isSetAside) {
      // A failure must not fail a complete backup. A later one closes cursors that remain open.
      await closeWhere(this.client, 'name = ANY($1)', [...this.cursors.values()]).catch(() => {});
    }
    await this.client.end();
  }
}

async function describe(client: DatabaseClient): Promise<Manifest> {
  const migrations = [...(await new MigrationLog(client).read()).keys()];
  if (migrations.length === 0)
    throw new BackupError('The database is empty. There is nothing to back up.');
  const { rows } = await client.query<{ now: Date }>('SELECT now()');
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: VERSION,
    createdAt: rows[0]!.now.toISOString(),
    migrations,
    sequences: await readSequences(client),
    tables: await readTables(client),
  };
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
