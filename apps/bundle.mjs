import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from './api/build-client.mjs';
import { buildPackage } from '../libs/client/build-package.mjs';

/** A class in the output of SWC and of the TypeScript compiler, up to where its body begins. */
const CLASS = /\bclass (\w+)(?: extends (?:[\w.]+|[^]*?\)))? \{$/gm;
/** A static block that preserves the name of the class. */
const NAMED =
  '$& static { Object.defineProperty(this, "name", { value: "$1", configurable: true }); }';

/** A `require` that the bundler does not follow. Nest would load a second copy of a package by it. */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/**
 * Prepares modules for the bundler, and keeps the names of classes, which it would change on
 * collisions. Nest and the OpenAPI documents rely on them. (esbuild's own `keepNames` also names
 * functions, and renames closures each time one is created, which makes every request a sixth more
 * expensive.)
 */
const prepareModules = {
  name: 'prepare-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/(dist\/(apps|libs)|node_modules\/@nestjs)\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(CLASS, NAMED).replace(OWN_REQUIRE, '') };
    });
  },
};

/** Packages to exclude from the bundle: native ones, WebAssembly, or ones whose files are read. */
const READ_AS_FILES = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'node-sqlite3-wasm',
  'swagger-ui-dist',
  'us-atlas',
];

/**
 * Entry points of worker threads, by their names in `dist/workers`, where `startThread` expects
 * them.
 */
async function workers() {
  const files = await readdir('dist/libs', { recursive: true });
  const sources = files.filter((file) => file.endsWith('.worker.js'));
  return Object.fromEntries(
    sources.map((file) => [join('workers', parse(file).name), join('dist/libs', file)]),
  );
}

/** Throws if a worker thread loads Nest, which takes 0.2 s and 9 MB for each import and export. */
function refuseNestInWorkers(outputs) {
  const loaded = Object.keys(outputs).filter((file) => /^dist\/workers\/.*\.js$/.test(file));
  for (const file of loaded) {
    const { imports, inputs } = outputs[file];
    if (Object.keys(inputs).some((input) => input.includes('node_modules/@nestjs/'))) {
      throw new Error(`A worker thread loads Nest in ${file}.`);
    }
    const chunks = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    loaded.push(...chunks.map(({ path }) => path).filter((path) => !loaded.includes(path)));
  }
}

/** Returns the package folders that contain the files. */
function packagesOf(files) {
  const paths = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(paths.filter(Boolean))].sort();
}

/**
 * Bundles each program with the packages it uses. Finding and reading two thousand modules takes up
 * most of the startup time.
 */
async function bundlePrograms() {
  for (const folder of ['chunks', 'compile-cache', 'workers']) {
    await rm(join('dist', folder), { recursive: true, force: true });
  }
  return build({
    entryPoints: {
      api: 'dist/apps/api/src/main.js',
      cli: 'dist/apps/cli/src/main.js',
      supervise: 'dist/apps/api/src/supervise.js',
      'chunks/write-documents': 'dist/apps/api/src/openapi/write-documents.js',
      // Parts of the server that specs start in a shared process (`test/support/host.mjs`).
      'chunks/ending': 'dist/apps/api/src/ending.js',
      'chunks/load-environment': 'dist/libs/config/src/load-environment.js',
      'chunks/open-database': 'dist/libs/database/src/open-database.js',
      'chunks/start': 'dist/apps/api/src/start.js',
      ...(await workers()),
    },
    outdir: 'dist',
    bundle: true,
    // Separates lazily imported modules from the ones that every start needs.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // V8 keeps the source in memory.
    minifyWhitespace: true,
    legalComments: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    define: { IS_BUNDLED: 'true' },
    plugins: [prepareModules],
    // Variables that CommonJS packages expect.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`,
    },
    external: [
      ...READ_AS_FILES,
      // Optional packages of Nest that are not installed.
      '@fastify/multipart',
      '@fastify/static',
      '@fastify/view',
      '@nestjs/microservices',
      '@nestjs/platform-express',
      '@nestjs/websockets',
      'class-transformer/storage',
    ],
  });
}

/**
 * Bundles the programs after `compile.mjs`, and builds what else they serve.
 *
 * @param assets result of `buildAssets`
 */
export async function bundle(assets) {
  const [client, { metafile }] = await Promise.all([buildClient(), bundlePrograms()]);
  refuseNestInWorkers(metafile.outputs);
  const documented = promisify(execFile)(process.execPath, ['dist/chunks/write-documents.js']);
  await Promise.all([buildPackage(documented), assets.compressed]);

  // Lists of bundled and external packages for `release.mjs`.
  const bundled = packagesOf([...assets.sources, ...client, ...Object.keys(metafile.inputs)]);
  await writeFile('dist/packages.json', JSON.stringify({ bundled, readAsFiles: READ_AS_FILES }));
}
