import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
  const { buildAssets } = await import('../libs/website/build-assets.mjs');
  const [assets, { bundle }] = await Promise.all([
    buildAssets(),
    import('./bundle.mjs'),
    compile(),
  ]);
  await bundle(assets);
  writeFileSync(BUILT_FROM, sources);
}

async function compile() {
  await run('node_modules/prisma/build/index.js', 'generate');
  await run('apps/compile.mjs', 'apps', 'libs');
}

async function run(...args) {
  // Standard output is reserved for the output of the built program.
  const child = spawn(process.execPath, args, { stdio: ['inherit', process.stderr, 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
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
