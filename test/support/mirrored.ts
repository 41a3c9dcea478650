import { Directory, type DirectoryOptions, MemoryStore } from '#libs/client/src/index.js';
import type { Program } from './program.ts';

/** Types of records, in the order of `textOf`. */
export const TYPES = ['category', 'business', 'event', 'deal'] as const;

export function clientOf(
  { url }: Pick<Program, 'url'>,
  key: string,
  options: Partial<DirectoryOptions> = {},
): Directory {
  return new Directory(url, { key, ...options });
}

/** Returns a new copy of the directory. */
export async function mirrored(directory: Directory): Promise<MemoryStore> {
  const store = new MemoryStore();
  await directory.mirror(store);
  return store;
}

/** Returns all records as text, sorted by id. */
export function textOf(store: MemoryStore): string {
  return TYPES.flatMap((type) =>
    [...store.all(type)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, each]) => JSON.stringify(each)),
  ).join('\n');
}
