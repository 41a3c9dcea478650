import { type ChildProcess, spawn } from 'node:child_process';
import { constants, hostname } from 'node:os';

/**
 * Runs node with this program's own arguments, and again whenever it dies: what `npm start` runs.
 * Signals are passed on. One that dies before it serves is not tried again, for it has said why; nor
 * is one that says that another would do harm.
 *
 * It imports nothing of the program, so that it needs little memory and has little that can fail.
 */

/** What a supervised process says of itself. */
type Message = { type: 'started' | 'final' };

/** Seconds until a process that died is replaced: the last of them, unless it had served for long. */
const PAUSES_S = [1, 2, 5, 10, 30];
/** Who has served so long, in milliseconds, died of something else than the one before. */
const LONG_MS = 60_000;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** How many in a row died soon after they served. */
let failures = 0;
let isEnding = false;
let next: NodeJS.Timeout | undefined;
let child: ChildProcess;
start();

for (const signal of SIGNALS) {
  process.on(signal, () => {
    if (signal !== 'SIGHUP') isEnding = true;
    // Between two processes there is nothing to end in order.
    if (next && isEnding) process.exit(128 + constants.signals[signal]);
    child.kill(signal);
  });
}

function start(): void {
  const begun = Date.now();
  let hasServed = false;
  let isFinal = false;
  next = undefined;
  child = spawn(process.execPath, process.argv.slice(2), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ type }: Message) => {
    if (type === 'started') hasServed = true;
    else isFinal = true;
  });
  child.on('error', ({ message }) => {
    tell(`The server cannot be run: ${message}.`);
    process.exit(1);
  });
  // Not 'exit': what it said of itself has been read only when its channel is closed as well.
  child.on('close', (code, signal) => {
    const exitCode = code ?? 128 + constants.signals[signal!];
    const hasEverServed = hasServed || failures > 0;
    if (isEnding || isFinal || !hasEverServed) process.exit(exitCode);
    if (Date.now() - begun >= LONG_MS) failures = 0;
    const seconds = PAUSES_S[failures] ?? PAUSES_S.at(-1)!;
    failures += 1;
    tell(`The server died (${signal ?? `code ${code}`}); another takes its place in ${seconds} s.`);
    next = setTimeout(start, seconds * 1_000);
  });
}

/** A line of the log, as the program writes them. */
function tell(msg: string): void {
  const line = { level: 50, time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...line, context: 'Supervisor', msg })}\n`);
}
