import { type ChildProcess, spawn } from 'node:child_process';
import { constants, hostname } from 'node:os';
import { join } from 'node:path';
import { MALLOC, NODE_ARGUMENTS } from './node-settings.js';
import { RestartPauses } from './restart-pauses.js';

/**
 * Runs the server with the settings it needs, and restarts it when it dies. `npm start` runs this
 * file. Passes signals on to the process. A process that dies before it serves requests is not
 * restarted, because it has already reported the error. Neither is a process that reports that a
 * restart would do harm.
 *
 * Arguments, if any, replace the server's.
 *
 * This file imports little from the program, so that it needs little memory and little in it can
 * fail.
 */

/** Message from the supervised process. */
type Message = { type: 'started' | 'final' };

const SERVER = [...NODE_ARGUMENTS, join(import.meta.dirname, 'api.js')];
/** Compiled code, with which Node.js 22 and later load the program faster. */
const CACHE = join(import.meta.dirname, 'compile-cache');
const PROGRAM = process.argv.length > 2 ? process.argv.slice(2) : SERVER;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const pauses = new RestartPauses();
let hasEverServed = false;
let isServing = false;
let isEnding = false;
let next: NodeJS.Timeout | undefined;
let child: ChildProcess;
start();

for (const signal of SIGNALS) {
  process.on(signal, () => {
    // A process that is still starting has no handler, so SIGHUP would end it.
    if (signal === 'SIGHUP' && !isServing) return;
    if (signal !== 'SIGHUP') isEnding = true;
    // No process is running that could shut down gracefully.
    if (next && isEnding) process.exit(128 + constants.signals[signal]);
    child.kill(signal);
  });
}

function start(): void {
  let isFinal = false;
  isServing = false;
  next = undefined;
  pauses.started();
  child = spawn(process.execPath, PROGRAM, {
    env: { ...MALLOC, NODE_COMPILE_CACHE: CACHE, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ type }: Message) => {
    if (type === 'started') hasEverServed = isServing = true;
    else isFinal = true;
  });
  child.on('error', ({ message }) => log(`Could not run the server: ${message}.`));
  // 'close' comes after the last message of the process, and also if no process could be started.
  child.on('close', (code, signal) => {
    const exitCode = code ?? 128 + constants.signals[signal!];
    if (isEnding || isFinal || !hasEverServed) process.exit(exitCode);
    const seconds = pauses.died();
    log(`The server died (${signal ?? `code ${code}`}); restarting it in ${seconds} s.`);
    next = setTimeout(start, seconds * 1_000);
  });
}

/** Writes a log line in the format of the program, unless only `.env` sets LOG_FORMAT. */
function log(msg: string): void {
  const { LOG_FORMAT = process.stdout.isTTY ? 'pretty' : 'json' } = process.env;
  const now = new Date();
  const context = 'Supervisor';
  const line = { level: 'error', time: now, pid: process.pid, hostname: hostname(), context, msg };
  const pretty = `[${now.toTimeString().slice(0, 8)}] ERROR: ${context}: ${msg}`;
  process.stdout.write(`${LOG_FORMAT === 'pretty' ? pretty : JSON.stringify(line)}\n`);
}
