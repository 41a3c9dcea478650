import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { endAfterTests } from './end-after-tests.ts';

/** Runs Node on a terminal, which `script` of util-linux provides. */
export function runOnTerminal(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessByStdio<Writable, Readable, null> {
  const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['-qec', `exec ${command}`, '/dev/null'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  terminal.stdout.setEncoding('utf8');
  return endAfterTests(terminal);
}
