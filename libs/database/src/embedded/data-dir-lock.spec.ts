import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirError } from '#libs/config/src/data-dir.js';
import { DataDirInUseError, DataDirLock } from './data-dir-lock.js';

describe(DataDirLock.name, () => {
  let folder: string;
  const acquire = (program = 'server') => DataDirLock.acquire(folder, folder, program);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('refuses a second owner and says who the first is', async () => {
    const lock = await acquire('import');
    const refusal = await acquire().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect((refusal as DataDirInUseError).owner).toEqual({ program: 'import', pid: process.pid });
    expect((refusal as Error).message).toContain(`process ${process.pid} (import)`);
    await lock.release();
  });

  it('can be taken again once released', async () => {
    await (await acquire()).release();
    await (await acquire()).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a process that was killed', async () => {
    await leaveStaleSocket(join(folder, 'owner.sock'));
    const lock = await acquire();
    expect(await readdir(folder)).toEqual(['owner.sock']);
    await lock.release();
  });

  it('takes over although another process died while it was taking over', async () => {
    await leaveStaleSocket(join(folder, 'owner.sock'));
    const turn = join(folder, 'owner.sock.takeover');
    await mkdir(turn);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(turn, longAgo, longAgo);
    const lock = await acquire();
    expect(await readdir(folder)).toEqual(['owner.sock']);
    await lock.release();
  });

  it('is not held any more where the folder was replaced, and leaves the other owner alone', async () => {
    const lock = await acquire();
    expect(await lock.isHeld()).toBe(true);
    const moved = `${folder}-moved`;
    await rename(folder, moved);
    expect(await lock.isHeld()).toBe(false);

    await mkdir(folder);
    const other = await acquire('other');
    expect(await lock.isHeld()).toBe(false);
    await lock.release();
    await expect(acquire()).rejects.toThrow(DataDirInUseError);
    await other.release();
    await rm(moved, { recursive: true });
  });

  it('refuses a folder that can hold no socket, by its name', async () => {
    await rm(folder, { recursive: true });
    await expect(acquire()).rejects.toThrow(DataDirError);
    await mkdir(folder);
  });

  it('has one owner when many take over at once', async () => {
    await leaveStaleSocket(join(folder, 'owner.sock'));
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => acquire()));
    const owners = results.filter((result) => result.status === 'fulfilled');
    expect(owners).toHaveLength(1);
    await owners[0]!.value.release();
  });
});

async function leaveStaleSocket(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => console.log())`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
