import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { residentMemory } from './resident-memory.ts';

const CLI = 'dist/cli.js';
const POLL_MS = 200;

/** Writes a fictional directory as NDJSON. Each seed gives a different one. */
export async function generateDirectory(size: number, file: string, seed = 1): Promise<void> {
  const options = ['--size', `${size}`, '--seed', `${seed}`];
  const child = spawn(process.execPath, [CLI, 'generate-directory', ...options]);
  await pipeline(child.stdout, createWriteStream(file));
}

/** Imports a file and returns the peak resident memory of the import process in MB. */
export async function importDirectory(env: Record<string, string>, file: string): Promise<number> {
  const child = spawn(process.execPath, [CLI, 'import', file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'inherit',
  });
  let memory = 0;
  const timer = setInterval(() => {
    void residentMemory(child.pid!).then(({ peak }) => (memory = peak || memory));
  }, POLL_MS);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return memory;
}
