import { defineConfig } from 'prisma/config';

// Generating the client needs no schema engine, but the command line would download one.
// Migrations are applied by the engine's WebAssembly build (libs/database), so any executable will do.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
