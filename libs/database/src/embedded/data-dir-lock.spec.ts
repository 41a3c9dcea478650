import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { DataDirError } from '#libs/config/src/data-dir.js';
import { DataDirInUseError, DataDirLock } from './data-dir-lock.js';
import { useFolder } from '../../../../test/support/use-folder.ts';

describe(DataDirLock.name, () => {
  const inFolder = useFolder();
  const acquire = (program = 'server') => DataDirLock.acquire(inFolder(), inFolder(), program);

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
    expect(await readdir(inFolder())).toEqual([]);
  });

  it('takes over from a process that was killed', async () => {
    await leaveStaleSocket(inFolder('owner.sock'));
    const lock = await acquire();
    expect(await readdir(inFolder())).toEqual(['owner.sock']);
    await lock.release();
  });

  it('takes over even if another process died during its takeover', async () => {
    await leaveStaleSocket(inFolder('owner.sock'));
    const turn = inFolder('owner.sock.takeover');
    await mkdir(turn);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(turn, longAgo, longAgo);
    const lock = await acquire();
    expect(await readdir(inFolder())).toEqual(['owner.sock']);
    await lock.release();
  });

  it('is lost when the folder is replaced, and its release does not affect the new owner', async () => {
    const lock = await acquire();
    expect(await lock.isHeld()).toBe(true);
    const moved = `${inFolder()}-moved`;
    await rename(inFolder(), moved);
    expect(await lock.isHeld()).toBe(false);

    await mkdir(inFolder());
    const other = await acquire('other');
    expect(await lock.isHeld()).toBe(false);
    await lock.release();
    await expect(acquire()).rejects.toThrow(DataDirInUseError);
    await other.release();
    await rm(moved, { recursive: true });
  });

  it('refuses a folder in which it cannot create a socket', async () => {
    await rm(inFolder(), { recursive: true });
    await expect(acquire()).rejects.toThrow(DataDirError);
    await mkdir(inFolder());
  });

  it('has exactly one owner when many processes take over at once', async () => {
    await leaveStaleSocket(inFolder('owner.sock'));
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
