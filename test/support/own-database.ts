import { startOwnDatabase } from './lent-database.ts';
import { connectToServed, useMigratedDatabase } from './migrated-database.ts';

/** Provides a migrated database that no other suite uses, in the memory of this process. */
export const useOwnDatabase = () =>
  useMigratedDatabase(async () => connectToServed(await startOwnDatabase()));
