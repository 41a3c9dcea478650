import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteeredClock } from '../support/steered-clock.ts';

/** Runs `sweep` or `simulate` in a process whose clock and file writes it controls. */
const [script, ...args] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'mnbd-clock-'));
const { env } = new SteeredClock(folder);
const preloaded = new URL('./failing-writes.js', import.meta.url).href;
const child = spawn(
  process.execPath,
  ['--import', preloaded, new URL(`./${script}.js`, import.meta.url).pathname, ...args],
  { env: { ...process.env, ...env }, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
await rm(folder, { recursive: true });
process.exitCode = code ?? 1;
