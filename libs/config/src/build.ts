import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.js';

declare global {
  /** Replaced in the bundle (`apps/bundle.mjs`) by what `hashOfBuild` answered when it was made. */
  var BUILD_HASH: string | undefined;
}

/** All that decides which bytes the program answers: code, packages, and functions of the database. */
const PARTS = ['dist/apps', 'dist/libs', 'package-lock.json', 'prisma/migrations'];

let hash: string | undefined;

/**
 * Which build of the program this is, on which version of Node (which brings the compression). The
 * same in all processes that run the same.
 */
export function buildId(): string {
  hash ??= globalThis.BUILD_HASH ?? hashOfBuild(PROJECT_ROOT);
  return `${hash} ${process.version}`;
}

/** A SHA-256 of the files that a project was built to and made from. */
export function hashOfBuild(root: string): string {
  const hash = createHash('sha256');
  for (const file of PARTS.flatMap((part) => filesUnder(root, part)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('base64url');
}

function filesUnder(root: string, part: string): string[] {
  const path = join(root, part);
  if (statSync(path).isFile()) return [part];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(part, entry.parentPath.slice(path.length), entry.name));
}
