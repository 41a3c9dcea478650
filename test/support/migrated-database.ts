import { Database } from '#libs/database/src/database.js';
import { UnnamedStatementsClient } from '#libs/database/src/connection-config.js';
import type { ServedDatabase } from './lent-database.ts';

declare global {
  /** Set by `unit-environment.mjs`. */
  var lendDatabase: () => Promise<ServedDatabase>;
}

interface MigratedDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Provides a migrated database to all tests of a suite, to test SQL without starting a program. It
 * runs one transaction at a time, so conflicts between transactions can only be tested on a
 * PostgreSQL server. Suites that change its schema or settings need `useOwnDatabase`.
 */
export function useMigratedDatabase(
  create = async () => connectToServed(await globalThis.lendDatabase()),
): { readonly database: Database } {
  let served: MigratedDatabase;
  beforeAll(async () => {
    served = await create();
  });
  afterAll(() => served.close());
  return {
    get database() {
      return served.database;
    },
  };
}

export async function connectToServed(served: ServedDatabase): Promise<MigratedDatabase> {
  const { host, port } = served;
  const user = { user: 'postgres', database: 'postgres' };
  const database = await Database.connect({
    host,
    port,
    ...user,
    Client: UnnamedStatementsClient,
  });
  return {
    database,
    close: async () => {
      await database.close();
      await served.close();
    },
  };
}
