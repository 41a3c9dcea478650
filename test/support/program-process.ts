import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { MALLOC, NODE_ARGUMENTS } from '../../apps/api/src/node-settings.ts';
import { ARGUMENTS_OF_SPECS } from './arguments-of-specs.ts';
import { end, endAfterTests } from './end-after-tests.ts';
import { FAKED_TIME } from './faked-time.ts';
import { freePort } from './free-port.ts';
import { type Program, USUAL_ENVIRONMENT } from './program.ts';

const ARGUMENTS = [...NODE_ARGUMENTS, 'dist/api.js'];
const START_TIMEOUT = 90_000;

/** The built server, running in its own process. */
export interface ProgramProcess extends Program {
  pid: number;
  /** Everything the process has printed so far. */
  output(): string;
  /** Resolves with the exit code when the process exits. */
  ended: Promise<number | null>;
  /** Stops the process as an operator would (SIGTERM) and waits. */
  stop(): Promise<void>;
  /** Kills the process like a power failure (SIGKILL) and waits. */
  kill(): Promise<void>;
}

/** A program with a channel to its supervisor, as under `npm start` (see `apps/api/src/supervise.ts`). */
export interface SupervisedProgram extends ProgramProcess {
  /** Types of the messages sent to the supervisor so far. */
  reports(): string[];
  /** Closes the channel, as if the supervisor had been killed. */
  abandon(): void;
}

/**
 * Starts the server with only the given environment (and a quiet log), and waits until it listens.
 *
 * @param folder folder that contains the build
 */
export async function startProcess(
  env: Record<string, string>,
  folder?: string,
): Promise<SupervisedProgram> {
  const port = env.PORT ?? String(await freePort());
  const child = spawnProgram(
    {
      ...USUAL_ENVIRONMENT,
      ...env,
      PORT: port,
    },
    folder,
  );
  const program: SupervisedProgram = {
    url: `${env.TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${port}`,
    pid: child.process.pid!,
    output: child.output,
    reports: child.reports,
    abandon: () => child.process.disconnect(),
    ended: once(child.process, 'exit').then(([code]) => code as number | null),
    stop: () => end(child.process),
    kill: () => end(child.process, 'SIGKILL'),
  };
  try {
    await untilHealthy(program, child.process);
  } catch (error) {
    await program.kill();
    throw error;
  }
  // Prints the output, because the failure explains any spec failures that follow.
  child.process.once('exit', (code) => {
    if (code) console.error(`The program ended with ${code}:\n${child.output().slice(-4_000)}`);
  });
  return program;
}

/**
 * Starts a server that is expected to fail, and returns its output and exit code.
 *
 * @param runner a command that runs the rest of its arguments
 */
export async function runUntilExit(
  env: Record<string, string>,
  runner: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawnProgram(env, undefined, runner);
  const timer = setTimeout(() => child.process.kill('SIGKILL'), START_TIMEOUT);
  const [code] = (await once(child.process, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output: messagesOf(child.output()) };
}

/** Limits the files that a process may open. With a limit of 1, it can't start another process. */
export function limitOpenFiles(pid: number, count: number): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${count}:`]);
}

/** Replaces each JSON log line with its message and the stack of its error. */
function messagesOf(output: string): string {
  return output.replace(/^\{.*\}$/gm, (line) => {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { stack: string } };
    return err ? `${msg}\n${err.stack}` : msg;
  });
}

/** Starts the server without waiting until it listens. */
export function spawnProgram(
  env: Record<string, string>,
  cwd?: string,
  runner: string[] = [],
): { process: ChildProcess; output(): string; reports(): string[] } {
  const [command, ...args] = [...runner, process.execPath, ...ARGUMENTS_OF_SPECS, ...ARGUMENTS];
  const child = endAfterTests(
    spawn(command!, args, {
      cwd,
      env: { PATH: process.env.PATH!, ...MALLOC, ...FAKED_TIME, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const reports: string[] = [];
  child.on('message', ({ type }: { type: string }) => reports.push(type));
  return { process: child, output: () => output, reports: () => reports };
}

async function untilHealthy(program: ProgramProcess, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    if ((await healthOf(program.url).catch(() => undefined)) === 200) return;
    await delay(50);
  }
  throw new Error(`The program did not start:\n${program.output()}`);
}

/** Returns the status of `/health`; accepts any certificate and leaves no connection open. */
async function healthOf(origin: string): Promise<number | undefined> {
  const address = `${origin}/health`;
  const asked = address.startsWith('https:')
    ? https.get(address, { agent: false, rejectUnauthorized: false })
    : http.get(address, { agent: false });
  const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(asked, 'close');
  return response.statusCode;
}
