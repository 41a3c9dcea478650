import { once } from 'node:events';
import { lstat, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirError } from '#libs/config/src/data-dir.js';

const ABANDONED_AFTER_MS = 10_000;

/** Process that owns a data folder. */
export interface DataDirOwner {
  program: string;
  pid: number;
}

export class DataDirInUseError extends DataDirError {
  constructor(
    readonly dataDir: string,
    readonly owner: DataDirOwner,
  ) {
    super(
      `The embedded database in ${dataDir} is in use by process ${owner.pid} (${owner.program}). ` +
        'Stop that process, or give this one another DATA_DIR.',
    );
  }
}

/**
 * Sole ownership of a data folder, held by listening on a Unix socket in it.
 *
 * The operating system stops listening when the process ends for any reason. Unlike a file with a
 * process id, the lock can neither outlive its process nor be attributed to another one (in a
 * container, every server has process id 1).
 */
export class DataDirLock {
  private constructor(
    private readonly server: Server,
    private readonly path: string,
    private readonly inode: number,
  ) {}

  /**
   * @throws DataDirInUseError when another process owns the folder
   * @throws DataDirError when the socket cannot be created
   */
  static async acquire(socketDir: string, dataDir: string, program: string): Promise<DataDirLock> {
    const path = join(socketDir, 'owner.sock');
    for (;;) {
      const server = createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.end(`${program} ${process.pid}`);
      });
      server.listen(path);
      try {
        await once(server, 'listening');
        server.unref();
        return new DataDirLock(server, path, (await lstat(path)).ino);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'EADDRINUSE') {
          throw new DataDirError(
            `The embedded database cannot create a socket in ${socketDir} (${code}). ` +
              'Set DATA_DIR to a folder on a local disk.',
          );
        }
      }
      const owner = await ownerBehind(path);
      if (owner) throw new DataDirInUseError(dataDir, owner);
      await removeStale(path);
    }
  }

  /** Reports whether the folder is still in place: not moved, removed or replaced by another. */
  async isHeld(): Promise<boolean> {
    try {
      return (await lstat(this.path)).ino === this.inode;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async release(): Promise<void> {
    // Closing the server would remove a socket that another owner may have created there.
    if (!(await this.isHeld())) return;
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Returns the process that listens on the socket, or undefined if none does. */
async function ownerBehind(path: string): Promise<DataDirOwner | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined;
    throw error;
  }
  const owner = await text(socket).catch(() => '');
  const [program = 'unknown', pid] = owner.split(' ');
  return { program, pid: Number(pid) };
}

/**
 * Removes a socket that no process listens on. Only the process that created the `.takeover` folder
 * may do so. Otherwise another process could remove the socket and create a live one in its place
 * between the check and the removal.
 */
async function removeStale(path: string): Promise<void> {
  const turn = `${path}.takeover`;
  try {
    await mkdir(turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await waitForTurn(turn);
    return;
  }
  try {
    if (!(await ownerBehind(path))) await rm(path, { force: true });
  } finally {
    await rmdir(turn);
  }
}

/** Waits for another takeover, which takes milliseconds. Removes one abandoned by a process that died. */
async function waitForTurn(turn: string): Promise<void> {
  const found = await stat(turn).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) {
    await rmdir(turn).catch(() => undefined);
  }
  await delay(10);
}
