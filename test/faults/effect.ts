import { isDeepStrictEqual } from 'node:util';
import { changesBetween, readState, type StoredState } from '../support/stored-state.ts';
import type { World } from './world.ts';

/** Tables whose changes increment the directory version. */
const DIRECTORY = ['businesses', 'business_categories', 'categories', 'deals', 'events', 'sources'];

interface Moment {
  state: StoredState;
  version: string;
}

/** Reads everything stored permanently. */
export async function readMoment(world: World): Promise<Moment> {
  const [row] = await world.rows<{ version: string }>('SELECT version FROM directory_version');
  return { state: await readState(world.pool), version: row!.version };
}

/** Leases, which expire. */
const LEASES = /\.lease/;

/** Lists what changed: columns, and new and deleted rows with their number by table. */
export function effectOf(before: Moment, after: Moment): string[] {
  const more = [...after.state]
    .map(([table, rows]) => [table, rows.size - before.state.get(table)!.size] as const)
    .filter(([, count]) => count !== 0)
    .map(([table, count]) => `${table}: ${count} more rows`);
  const changes = changesBetween(before.state, after.state).filter((each) => !LEASES.test(each));
  return [...changes, ...more];
}

/** @throws Error unless the directory version was incremented exactly if the directory changed */
export function expectVersion(before: Moment, after: Moment): void {
  const isChanged = DIRECTORY.some(
    (table) => !isDeepStrictEqual(before.state.get(table), after.state.get(table)),
  );
  if (isChanged !== (before.version !== after.version)) {
    const versions = `from ${before.version} to ${after.version}`;
    throw new Error(`The directory ${isChanged ? 'changed' : 'is the same'}, version ${versions}.`);
  }
}
