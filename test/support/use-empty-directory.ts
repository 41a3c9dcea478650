import type { QueryResultRow } from 'pg';
import type { ImportSource } from '#libs/imports/src/writing/import-source.js';
import { useMigratedDatabase } from './migrated-database.ts';

/** Provides a directory that is empty before each test, for specs that import into it. */
export function useEmptyDirectory() {
  const served = useMigratedDatabase();
  const query = <T extends QueryResultRow>(text: string, values?: unknown[]) =>
    served.database.pool.query<T>(text, values);
  const clear = () => query('DELETE FROM businesses; DELETE FROM former_slugs');
  beforeAll(cloneWithinRealm);
  beforeEach(clear);
  return {
    get database() {
      return served.database;
    },
    get pool() {
      return served.database.pool;
    },
    query,
    clear,
    addSource: (name: string, rank: number, idColumn?: string | null): Promise<ImportSource> =>
      served.database.source.create({ data: { name, rank, idColumn } }),
  };
}

/**
 * Makes `structuredClone` return objects of the spec's own realm. Under Jest it returns objects of
 * another realm, which strict comparisons never consider equal. Supports JSON values, and maps of
 * them.
 */
export function cloneWithinRealm(): void {
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  jest
    .spyOn(globalThis, 'structuredClone')
    .mockImplementation((value: unknown) =>
      value instanceof Map ? new Map(copy([...value]) as [unknown, unknown][]) : copy(value),
    );
}
