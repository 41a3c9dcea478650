#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** The command line as it was built. It builds nothing itself, so it starts at once. */
const program = new URL('../../dist/cli.js', import.meta.url);

if (existsSync(program)) {
  await import(program);
} else {
  console.error('mnbd is not built yet: run "npm run build" in its folder.');
  process.exitCode = 1;
}
