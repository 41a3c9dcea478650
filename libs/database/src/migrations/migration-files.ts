import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

export const PRISMA_DIR = join(PROJECT_ROOT, 'prisma');
export const MIGRATIONS_DIR = join(PRISMA_DIR, 'migrations');

/** In the order in which they are applied. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}
