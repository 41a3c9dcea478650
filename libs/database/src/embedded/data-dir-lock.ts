import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Who owns a data folder: which of our programs, and its process id. */
export interface DataDirOwner {
  program: string;
  pid: number;
}

export class DataDirInUseError extends Error {
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
 * The operating system ends the listening with the process, however that dies, so unlike a file
 * with a process id it can neither be left behind nor be mistaken for another process (in a
 * container every server has process id 1).
 */
export class DataDirLock {
  private constructor(private readonly server: Server) {}

  /** @throws DataDirInUseError when another process owns the folder */
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
        return new DataDirLock(server);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
      const owner = (await ownerBehind(path)) ?? (await setAsideStale(path));
      if (owner) throw new DataDirInUseError(dataDir, owner);
    }
  }

  async release(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}

async function ownerBehind(path: string): Promise<DataDirOwner | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    const [program = 'unknown', pid] = (await text(socket)).split(' ');
    return { program, pid: Number(pid) };
  } catch {
    return undefined;
  }
}

/**
 * Moves a socket that nobody listens on out of the way. Of several processes that find it at
 * once, one may move the socket that another has just bound; it looks again and puts it back.
 */
async function setAsideStale(path: string): Promise<DataDirOwner | undefined> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const owner = await ownerBehind(aside);
  await (owner ? rename(aside, path) : unlink(aside));
  return owner;
}
