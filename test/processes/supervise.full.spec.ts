import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { canUse, findBinary } from '../support/can-use.ts';
import { endAfterTests } from '../support/end-after-tests.ts';
import { eventually } from '../support/eventually.ts';
import { limitOpenFiles } from '../support/program-process.ts';
import { useFolder } from '../support/use-folder.ts';

/** Preloaded by Node: shortens seconds to milliseconds and lets tests advance the time by a minute. */
const QUICK = `--import=data:text/javascript,${encodeURIComponent(`
  const wait = setTimeout;
  const now = performance.now.bind(performance);
  let ahead = 0;
  globalThis.setTimeout = (work, ms) => wait(work, ms / 1000);
  performance.now = () => now() + ahead;
  process.on('SIGUSR2', () => console.log('later by', (ahead += 60_000)));`)}`;
const SERVE =
  "process.send({ type: 'started' }, () => console.log('serving')); setInterval(() => {}, 1e3);";

const itWithLimits = canUse('prlimit', findBinary('prlimit') !== undefined) ? it : it.skip;

describe('the supervisor of npm start', () => {
  let supervisor: ChildProcess;
  let output: string;

  afterEach(() => supervisor.kill('SIGKILL'));
  const inFolder = useFolder();

  /** Supervises a program that records its pid at every start and exits with its supervisor. */
  function supervise(program: string, ...options: string[]): void {
    const note = `require('fs').appendFileSync(${JSON.stringify(inFolder('pids'))}, process.pid + '\\n'); process.on('disconnect', () => process.exit());`;
    const child = endAfterTests(
      spawn(process.execPath, [...options, 'dist/supervise.js', '-e', note + program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    supervisor = child;
    output = '';
    child.stdout.on('data', (text: Buffer) => {
      // The supervisor of the previous test may still print.
      if (supervisor === child) output += text.toString();
    });
  }
  const pauses = () => [...output.matchAll(/restarting it in (\d+) s/g)].map(([, s]) => s);
  const pids = (): number[] => {
    try {
      return readFileSync(inFolder('pids'), 'utf8').trim().split('\n').map(Number);
    } catch {
      return [];
    }
  };
  const started = (count: number) =>
    eventually(() => (pids().length >= count ? pids()[count - 1] : undefined));
  const code = async () => ((await once(supervisor, 'exit')) as [number])[0];
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('restarts a program that keeps crashing, at increasing intervals, and logs it', async () => {
    // The first start serves. Later ones fail, as if the database were temporarily unavailable.
    const isFirst = `require('fs').readFileSync(${JSON.stringify(inFolder('pids'))}, 'utf8').split('\\n').length === 2`;
    supervise(`if (!(${isFirst})) process.exit(1); ${SERVE}`, QUICK);
    await eventually(() => output.includes('serving'));
    process.kill(pids()[0]!, 'SIGKILL');
    await started(8);
    expect(pauses().slice(0, 7)).toEqual(['1', '2', '5', '10', '30', '30', '30']);
    const line = output.split('\n').find((text) => text.startsWith('{'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      msg: 'The server died (SIGKILL); restarting it in 1 s.',
    });
  });

  it('restarts a program at once if it served for a minute', async () => {
    supervise(SERVE, QUICK);
    for (const served of [1, 2, 3]) {
      const pid = await started(served);
      await eventually(() => output.match(/serving/g)?.length === served);
      if (served === 3) {
        supervisor.kill('SIGUSR2');
        await eventually(() => output.includes('later by'));
      }
      process.kill(pid, 'SIGKILL');
    }
    await started(4);
    expect(pauses()).toEqual(['1', '2', '1']);
  });

  itWithLimits('restarts a program once the system allows another process', async () => {
    supervise(SERVE, QUICK);
    await eventually(() => output.includes('serving'));
    limitOpenFiles(supervisor.pid!, 1);
    process.kill(pids()[0]!, 'SIGKILL');
    await eventually(() => pauses().length >= 2);
    limitOpenFiles(supervisor.pid!, 1024);
    await started(2);
  });

  it('stops on a signal that arrives between two programs', async () => {
    supervise(SERVE);
    await eventually(() => output.includes('serving'));
    process.kill(pids()[0]!, 'SIGKILL');
    await eventually(() => pauses().length === 1);
    const ended = code();
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(128 + 15);
    expect(pids()).toHaveLength(1);
  });

  it('exits with the code of a program that fails before serving', async () => {
    supervise('process.exit(3);');
    expect(await code()).toBe(3);
    expect(pids()).toHaveLength(1);
  });

  it('does not restart a program that declares a restart harmful', async () => {
    supervise(
      "process.send({ type: 'started' }); process.send({ type: 'final' }, () => process.exit(1));",
    );
    expect(await code()).toBe(1);
    expect(pids()).toHaveLength(1);
  });

  it('forwards termination signals and stops with the program', async () => {
    supervise(`process.on('SIGTERM', () => process.exit(0)); ${SERVE}`);
    await eventually(() => output.includes('serving'));
    const ended = code();
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(pids()).toHaveLength(1);
  });

  it('forwards SIGHUP and keeps running', async () => {
    supervise(`process.on('SIGHUP', () => console.log('reloaded')); ${SERVE}`);
    await eventually(() => output.includes('serving'));
    supervisor.kill('SIGHUP');
    await eventually(() => output.includes('reloaded'));
    expect(supervisor.exitCode).toBeNull();
    expect(isAlive(pids()[0]!)).toBe(true);
  });

  it('does not end a program with a SIGHUP that arrives while it starts', async () => {
    supervise(
      `process.on('SIGTERM', () => process.exit(7)); console.log('starting'); setInterval(() => {}, 1e3);`,
    );
    await eventually(() => output.includes('starting'));
    const ended = code();
    supervisor.kill('SIGHUP');
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(7);
  });
});
