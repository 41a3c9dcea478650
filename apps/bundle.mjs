import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes one file of each program and the packages it uses, after `nest build`: to find and read
 * two thousand modules is most of the time that a start takes.
 */
const { outputFiles } = await build({
  write: false,
  entryPoints: { api: 'dist/apps/api/src/main.js', cli: 'dist/apps/cli/src/main.js' },
  outdir: 'dist',
  bundle: true,
  // What is imported when it is needed stays apart from what each start needs.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Nest and the OpenAPI documents go by the names of classes.
  keepNames: true,
  // CommonJS packages expect these.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`,
  },
  external: [
    // Native, WebAssembly, or read as files.
    '@electric-sql/pglite',
    '@node-rs/argon2',
    '@prisma/schema-engine-wasm',
    'swagger-ui-dist',
    'us-atlas',
    // Looked for by Nest at run time under these names.
    'class-transformer',
    'class-validator',
    // Offered to Nest, and not installed.
    '@fastify/multipart',
    '@fastify/view',
    '@nestjs/microservices',
    '@nestjs/platform-express',
    '@nestjs/websockets',
  ],
});

/**
 * Leaves functions unnamed. esbuild names a closure anew whenever one is made, which took a third of
 * the time of each request.
 */
function nameClassesOnly(text) {
  return text
    .replace(/^var __name = .*$/m, 'var __name = (target) => target;')
    .replace(
      /static \{\s*__name\(this, ("[^"]+")\);\s*\}/g,
      'static { Object.defineProperty(this, "name", { value: $1, configurable: true }); }',
    );
}

for (const { path, text } of outputFiles) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, nameClassesOnly(text));
}
