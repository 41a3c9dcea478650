import { startOwnDatabase } from './lent-database.ts';
import {
  connectToServed,
  type MigratedDatabase,
  useMigratedDatabase,
} from './migrated-database.ts';

/** Provides a migrated database that no other suite uses. */
export const useOwnDatabase = () => useMigratedDatabase(createMigratedDatabase);

/** Creates an empty database with the current schema in the memory of this process. */
export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  return connectToServed(await startOwnDatabase());
}
