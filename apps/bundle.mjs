import { build } from 'esbuild';

/**
 * Makes one file of each program and the packages it uses, after `nest build`: to find and read
 * two thousand modules is most of the time that a start takes.
 */
await build({
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
