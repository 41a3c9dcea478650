import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Pool, type PoolConfig, type QueryConfig } from 'pg';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

const PRISMA_DIR = join(PROJECT_ROOT, 'prisma');
const FILTERS = { externalTables: [], externalEnums: [] };

/** Prisma's migration engine in WebAssembly, which needs no download and no other process. */
export class SchemaEngine {
  private constructor(
    private readonly engine: bindings.SchemaEngine,
    private readonly pool: Pool,
  ) {}

  /** Connects separately, because the engine's advisory lock lasts as long as its connection. */
  static async connect(config: PoolConfig): Promise<SchemaEngine> {
    await instantiate();
    const pool = new CatalogPool({ ...config, max: 1 });
    const adapter = bindMigrationAwareSqlAdapterFactory(new MigrationAdapter(pool));
    const datamodels: [string, string][] = [await schemaFile()];
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter);
    return new SchemaEngine(engine, pool);
  }

  async close(): Promise<void> {
    this.engine.free();
    await this.pool.end();
  }

  /** Returns the SQL that would bring the database to schema.prisma, or an empty string if they match. */
  async pendingChanges(): Promise<string> {
    const [path, content] = await schemaFile();
    const files = [{ path, content }];
    const { stdout } = await this.engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: PRISMA_DIR },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: FILTERS,
    });
    return stdout ?? '';
  }
}

/** Prisma's adapter, extended for the migration engine. */
class MigrationAdapter extends PrismaPg {
  constructor(private readonly pool: CatalogPool) {
    super(pool);
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql);
      for (const i of this.pool.charColumns) result.columnTypes[i] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * A pool for the engine, which reads system catalogs. The adapter refuses their type "char", so the
 * pool presents such columns as text. It remembers only those of the last query, because the engine
 * runs one query at a time.
 */
class CatalogPool extends Pool {
  charColumns: number[] = [];

  // pg overloads `query` for callbacks and streams; the adapter awaits it.
  override query = (async (...args: [QueryConfig]) => {
    const result = await super.query(...args);
    // A script of several statements returns an array of results, which has no `fields`.
    const fields = Array.isArray(result) ? [] : result.fields;
    this.charColumns = fields.flatMap((field, i) => (field.dataTypeID === CHAR_OID ? [i] : []));
    for (const i of this.charColumns) fields[i]!.dataTypeID = TEXT_OID;
    return result;
  }) as Pool['query'];
}

/** The part of `WebAssembly` used here, which only TypeScript's browser library declares. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

let instantiated: Promise<void> | undefined;

function instantiate(): Promise<void> {
  return (instantiated ??= (async () => {
    const require = createRequire(import.meta.url);
    const entry = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const wasm = await readFile(entry.replace(/\.js$/, '.wasm'));
    const imports = { './schema_engine_bg.js': { ...bindings, ...unreferencedTimers() } };
    const { instance } = await WebAssembly.instantiate(wasm, imports);
    // wasm-bindgen generates this function, but does not declare it.
    const engine = bindings as unknown as { __wbg_set_wasm(exports: unknown): void };
    engine.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })());
}

/**
 * Returns timer functions that do not keep the process alive. The engine never clears the
 * ten-second timeout of its lock.
 */
function unreferencedTimers() {
  const names = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout'));
  const start = (callback: () => void, milliseconds: number) =>
    setTimeout(callback, milliseconds).unref();
  return Object.fromEntries(names.map((name) => [name, start]));
}

async function schemaFile(): Promise<[string, string]> {
  const path = join(PRISMA_DIR, 'schema.prisma');
  return [path, await readFile(path, 'utf8')];
}
