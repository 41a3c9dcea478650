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

  it('refuses a second owner and names the first', async () => {
    const lock = await acquire('import');
    const refusal = await acquire().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect((refusal as DataDirInUseError).owner).toEqual({ program: 'import', pid: process.pid });
    expect((refusal as Error).message).toContain(`process ${process.pid} (import)`);
    await lock.release();
  });

  it('can be acquired again after its release', async () => {
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

  it('takes over even if another process died during its takeover', async () => {
    await leaveStaleSocket(join(folder, 'owner.sock'));
    const turn = join(folder, 'owner.sock.takeover');
    await mkdir(turn);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(turn, longAgo, longAgo);
    const lock = await acquire();
    expect(await readdir(folder)).toEqual(['owner.sock']);
    await lock.release();
  });

  it('is lost when the folder is replaced, and its release does not affect the new owner', async () => {
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

  it('refuses a folder in which it cannot create a socket', async () => {
    await rm(folder, { recursive: true });
    await expect(acquire()).rejects.toThrow(DataDirError);
    await mkdir(folder);
  });

  it('has exactly one owner when many processes take over at once', async () => {
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
