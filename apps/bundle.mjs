import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
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

await buildAssets();
await buildClient();

/**
 * Makes one file of each program and the packages it uses, after `nest build`: to find and read
 * two thousand modules is most of the time that a start takes.
 */
await build({
  entryPoints: {
    api: 'dist/apps/api/src/main.js',
    cli: 'dist/apps/cli/src/main.js',
    supervise: 'dist/apps/api/src/supervise.js',
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
  plugins: [keepClassNames],
  // CommonJS packages expect these.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`,
  },
  external: [
    // Native, WebAssembly, or read as files.
    '@electric-sql/pglite',
    '@node-rs/argon2',
    'node-sqlite3-wasm',
    'swagger-ui-dist',
    'us-atlas',
    // Looked for by Nest at run time under these names.
    'class-transformer',
    'class-validator',
    // Offered to Nest, and not installed.
    '@fastify/multipart',
    '@fastify/static',
    '@fastify/view',
    '@nestjs/microservices',
    '@nestjs/platform-express',
    '@nestjs/websockets',
  ],
});
