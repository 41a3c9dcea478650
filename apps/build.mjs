import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'apps',
  'libs',
  'prisma',
  'package-lock.json',
  'package.json',
  'prisma.config.ts',
  'tsconfig.json',
];
/** Files that the build generates or ignores. */
const NOT_SOURCES = /^libs\/(database\/src\/generated\/|client\/src\/schema\.d\.ts$)|\.spec\.tsx?$/;
const BUILT_FROM = join('dist', '.built-from');

/**
 * Builds `dist`. With `--if-changed`, builds only if the sources differ from those of the last
 * build.
 */
const sources = hashOf(SOURCES);
if (!process.argv.includes('--if-changed') || !isBuiltFrom(sources)) {
  // If the build fails halfway, `dist` matches no sources.
  rmSync(BUILT_FROM, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', 'compile'], {
    // Standard output is reserved for the output of the built program.
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(BUILT_FROM, sources);
}

function isBuiltFrom(sources) {
  return existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === sources;
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_SOURCES.test(file));
}
