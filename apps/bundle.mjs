import { build } from 'esbuild';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import ts from 'typescript';
import { buildClient } from './api/build-client.mjs';
import { buildAssets } from '../libs/website/build-assets.mjs';

/**
 * Nest and the OpenAPI documents go by the names of classes, which the bundle would change where
 * they are taken. (esbuild's own `keepNames` names functions too, and closures anew whenever one is
 * made, which makes each request a sixth more expensive.)
 */
const keepClassNames = {
  name: 'keep-class-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/(dist\/(apps|libs)|node_modules\/@nestjs)\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: withClassNames(source, path) };
    });
  },
};

/** Gives each class with a name a static block that keeps it, on the line where the class begins. */
function withClassNames(source, path) {
  const edits = [];
  const visit = (node) => {
    if (ts.isClassLike(node) && node.name) {
      const [name, start] = [JSON.stringify(node.name.text), node.members.pos];
      const block = ` static { Object.defineProperty(this, "name", { value: ${name}, configurable: true }); }`;
      edits.push({ start, block });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  let named = source;
  for (const { start, block } of edits.sort((a, b) => b.start - a.start)) {
    named = named.slice(0, start) + block + named.slice(start);
  }
  return named;
}

/** Packages that stay as they are: native, WebAssembly, or read as files. */
const READ_AS_FILES = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'node-sqlite3-wasm',
  'swagger-ui-dist',
  'us-atlas',
  // Looked for by Nest at run time under these names.
  'class-transformer',
  'class-validator',
];

/** What worker threads run, each under its name in `dist/workers`, where `workerFile` expects it. */
async function workers() {
  const files = await readdir('dist/libs', { recursive: true });
  const sources = files.filter((file) => file.endsWith('.worker.js'));
  return Object.fromEntries(
    sources.map((file) => [join('workers', parse(file).name), join('dist/libs', file)]),
  );
}

/** Folders of the packages that files come from. */
function packagesOf(files) {
  const paths = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(paths.filter(Boolean))].sort();
}

for (const folder of ['dist/chunks', 'dist/workers']) {
  await rm(folder, { recursive: true, force: true });
}
const assets = await buildAssets();
const client = await buildClient();

/**
 * Makes one file of each program and the packages it uses, after `nest build`: to find and read
 * two thousand modules is most of the time that a start takes.
 */
const { metafile } = await build({
  entryPoints: {
    api: 'dist/apps/api/src/main.js',
    cli: 'dist/apps/cli/src/main.js',
    supervise: 'dist/apps/api/src/supervise.js',
    ...(await workers()),
  },
  outdir: 'dist',
  bundle: true,
  // What is imported when it is needed stays apart from what each start needs.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  define: { IS_BUNDLED: 'true' },
  plugins: [keepClassNames],
  // CommonJS packages expect these.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`,
  },
  external: [
    ...READ_AS_FILES,
    // Offered to Nest, and not installed.
    '@fastify/multipart',
    '@fastify/static',
    '@fastify/view',
    '@nestjs/microservices',
    '@nestjs/platform-express',
    '@nestjs/websockets',
  ],
});

/** For `apps/release.mjs`: which packages are in the bundles, and which have to be beside them. */
const bundled = packagesOf([...assets, ...client, ...Object.keys(metafile.inputs)]);
await writeFile('dist/packages.json', JSON.stringify({ bundled, readAsFiles: READ_AS_FILES }));
