import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import { isEmpty } from './sample.repository.js';

/**
 * Fills an empty directory with fictional sample data.
 *
 * @returns whether it was empty
 */
export async function seedSample(database: Database, clock: Clock): Promise<boolean> {
  if (!(await isEmpty(database))) return false;
  // Only a first start loads this.
  const { addSample } = await import('./add-sample.js');
  await addSample(database, clock);
  return true;
}
