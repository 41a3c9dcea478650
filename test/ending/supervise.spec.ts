import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAfterTests } from '../support/end-after-tests.ts';
import { eventually } from '../support/eventually.ts';

const SERVE =
  "process.send({ type: 'started' }, () => console.log('serving')); setInterval(() => {}, 1e3);";

describe('what npm start runs the program under', () => {
  let folder: string;
  let supervisor: ChildProcess;
  let output: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supervise-'));
  });
  afterEach(() => {
    supervisor.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** Supervises a program that notes each of its starts, and ends with its supervisor. */
  function supervise(program: string): void {
    const note = `require('fs').appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + '\\n'); process.on('disconnect', () => process.exit());`;
    supervisor = endAfterTests(
      spawn(process.execPath, ['dist/supervise.js', '-e', note + program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    output = '';
    supervisor.stdout!.on('data', (text: Buffer) => (output += text.toString()));
  }
  const pids = (): number[] => {
    try {
      return readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
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

  it('replaces a program that died, and says so in a line of the log', async () => {
    supervise(SERVE);
    const first = await started(1);
    await eventually(() => output.includes('serving'));
    process.kill(first, 'SIGKILL');
    const second = await started(2);
    expect(isAlive(second)).toBe(true);
    const line = output.split('\n').find((text) => text.startsWith('{'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      msg: 'The server died (SIGKILL); another takes its place in 1 s.',
    });
  });

  it('does not replace one that dies before it serves, and ends with its code', async () => {
    supervise('process.exit(3);');
    expect(await code()).toBe(3);
    expect(pids()).toHaveLength(1);
  });

  it('does not replace one that says that another would do harm', async () => {
    supervise(
      "process.send({ type: 'started' }); process.send({ type: 'final' }, () => process.exit(1));",
    );
    expect(await code()).toBe(1);
    expect(pids()).toHaveLength(1);
  });

  it('passes the signal to end on, and ends with the program', async () => {
    supervise(`process.on('SIGTERM', () => process.exit(0)); ${SERVE}`);
    await eventually(() => output.includes('serving'));
    const ended = code();
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(pids()).toHaveLength(1);
  });

  it('passes SIGHUP on, and ends nothing by it', async () => {
    supervise(`process.on('SIGHUP', () => console.log('reloaded')); ${SERVE}`);
    await eventually(() => output.includes('serving'));
    supervisor.kill('SIGHUP');
    await eventually(() => output.includes('reloaded'));
    expect(supervisor.exitCode).toBeNull();
    expect(isAlive(pids()[0]!)).toBe(true);
  });
});
