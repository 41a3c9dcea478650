import { randomBytes } from 'node:crypto';
import type { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
import { connectionConfig } from '../connection-config.js';
import { createClient, type DatabaseClient } from '../connections/database-client.js';
import { MigrationLog } from '../migrations/migration-log.js';
import { WITHOUT_TIMEOUTS } from '../sql.js';
import {
  closeAbandoned,
  closeCursor,
  closeHeld,
  fetchRows,
  openCursor,
  readSequences,
  readTables,
  readTime,
} from './backup.repository.js';
import {
  BackupError,
  type Block,
  type Contents,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  type TableManifest,
} from './contents.js';

/**
 * Output formats, independent of the settings of the role or database, so that any server can read
 * the values.
 */
const AS_TEXT =
  '-c DateStyle=ISO -c IntervalStyle=iso_8601 -c extra_float_digits=1 -c bytea_output=hex';

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
    /** Names of the cursors, one for each table. */
    private readonly cursors: readonly string[],
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
    for (const [i, cursor] of this.cursors.entries()) {
      const table = this.manifest.tables[i]!;
      for (;;) {
        const rows = await fetchRows(this.client, cursor);
        if (rows.length === 0) break;
        yield { table, rows };
      }
      await closeCursor(this.client, cursor);
    }
  }

  async close(): Promise<void> {
    if (this.isSetAside) {
      // A failure must not fail a complete backup. A later one closes cursors that remain open.
      await closeHeld(this.client, this.cursors).catch(() => {});
    }
    await this.client.end();
  }
}

async function describe(client: DatabaseClient): Promise<Manifest> {
  const migrations = [...(await new MigrationLog(client).read()).keys()];
  if (migrations.length === 0)
    throw new BackupError('The database is empty. There is nothing to back up.');
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: VERSION,
    createdAt: (await readTime(client)).toISOString(),
    migrations,
    sequences: await readSequences(client),
    tables: await readTables(client),
  };
}

async function openCursors(
  client: DatabaseClient,
  tables: readonly TableManifest[],
  isSetAside: boolean,
): Promise<string[]> {
  if (isSetAside) await closeAbandoned(client);
  const prefix = `backup_${randomBytes(4).toString('hex')}`;
  const cursors = tables.map((_, i) => `${prefix}_${i}`);
  for (const [i, table] of tables.entries()) {
    await openCursor(client, cursors[i]!, table, isSetAside);
  }
  return cursors;
}
