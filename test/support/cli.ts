import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ARGUMENTS_OF_SPECS } from './arguments-of-specs.ts';
import { endAfterTests } from './end-after-tests.ts';
import { FAKED_TIME } from './faked-time.ts';
import { runOnTerminal } from './terminal.ts';

const MAIN = 'dist/cli.js';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command of the built command line, running in its own process. */
export interface Cli {
  process: ChildProcess;
  result: Promise<CliResult>;
}

export function startCli(env: Record<string, string>, ...args: string[]): Cli {
  const child = spawn(process.execPath, [...ARGUMENTS_OF_SPECS, MAIN, ...args], {
    env: { PATH: process.env.PATH!, ...FAKED_TIME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const result = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  return { process: endAfterTests(child), result };
}

/** Runs a command and waits for it to exit. */
export function runCli(env: Record<string, string>, ...args: string[]): Promise<CliResult> {
  return startCli(env, ...args).result;
}

/** Runs a command on a terminal, answers its question, and returns what the terminal showed. */
export async function runCliOnTerminal(
  env: Record<string, string>,
  answer: string,
  ...args: string[]
): Promise<{ code: number | null; shown: string }> {
  const words = [...ARGUMENTS_OF_SPECS, MAIN, ...args];
  const terminal = runOnTerminal(words, { ...FAKED_TIME, ...env });
  let shown = '';
  terminal.stdout.on('data', (text: string) => {
    shown += text;
    if (shown.endsWith('[y/N] ')) terminal.stdin.write(`${answer}\n`);
  });
  const [code] = (await once(terminal, 'close')) as [number | null];
  return { code, shown };
}
