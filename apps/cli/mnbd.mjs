#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** Runs the compiled command line. Does not compile anything, so it starts quickly. */
const program = new URL('../../dist/cli.js', import.meta.url);

if (existsSync(program)) {
  await import(program);
} else {
  console.error('mnbd is not built yet. Run "npm run build" in its folder.');
  process.exitCode = 1;
}
