import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { end } from './end-after-tests.ts';
import { freePort } from './free-port.ts';
import type { TestCertificate } from './test-certificate.ts';

export interface PostgresCluster {
  /** Address of a database whose role may create databases. */
  url: string;
  stop(): Promise<void>;
  /** Crashes the server like a power failure (`pg_ctl restart -m immediate`) and restarts it. */
  crash?(): Promise<void>;
}

/** Reports whether there is a server in TEST_DATABASE_URL or local binaries. */
export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) || findBinaries() !== undefined;
}

/** Returns the server in TEST_DATABASE_URL, or starts a temporary one from local binaries. */
export async function startPostgres(folder: string): Promise<PostgresCluster | undefined> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} };
  return startOwnPostgres(folder);
}

/** @param certificate enables TLS */
export async function startOwnPostgres(
  folder: string,
  certificate?: TestCertificate,
): Promise<PostgresCluster | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const user = await ownerOf(folder);
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, stdio: 'ignore' },
  );
  const options: string[] = [];
  if (certificate) {
    const cert = join(folder, 'server.pem');
    const key = join(folder, 'server.key');
    await copyFile(certificate.file, cert);
    await copyFile(certificate.keyFile, key);
    // PostgreSQL refuses a key file that belongs to another user.
    if (user.uid !== undefined) await chown(key, user.uid, user.gid!);
    await chmod(cert, 0o644);
    options.push('-c', 'ssl=on', '-c', `ssl_cert_file=${cert}`, '-c', `ssl_key_file=${key}`);
  }
  const server = await Server.start(bin, folder, user, options);
  return {
    url: server.url,
    stop: () => server.end('SIGINT'),
    crash: async () => {
      await server.end('SIGQUIT');
      await server.launch();
    },
  };
}

/** A readable streaming replica of a server. */
export interface PostgresReplica {
  /** Address of the replica's copy of the primary's database. */
  url: string;
  /** Kills the replica like a power failure. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startReplica(
  folder: string,
  primary: PostgresCluster,
): Promise<PostgresReplica> {
  const bin = findBinaries()!;
  const user = await ownerOf(folder);
  execFileSync(
    join(bin, 'pg_basebackup'),
    ['-d', primary.url, '-D', join(folder, 'data'), '-R', '-c', 'fast', '--no-sync'],
    { ...user, stdio: 'ignore' },
  );
  const server = await Server.start(bin, folder, user);
  return {
    url: server.url,
    kill: () => server.end('SIGQUIT'),
    start: () => server.launch(),
  };
}

type User = { uid?: number; gid?: number };

/** A server that can be stopped and restarted. */
class Server {
  private process!: ChildProcess;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly user: User,
    private readonly options: string[],
  ) {}

  static async start(bin: string, folder: string, user: User, options: string[] = []) {
    const server = new Server(bin, folder, await freePort(), user, options);
    await server.launch();
    return server;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  async launch(): Promise<void> {
    const { folder, port, user, options } = this;
    const places = ['-D', join(folder, 'data'), '-p', `${port}`, '-k', folder, '-h', '127.0.0.1'];
    this.process = spawn(
      join(this.bin, 'postgres'),
      [...places, '-F', '-c', 'max_connections=300', ...options],
      { ...user, stdio: 'ignore' },
    );
    await untilReady(this.url);
  }

  end(signal: NodeJS.Signals): Promise<void> {
    return end(this.process, signal);
  }
}

/**
 * Returns the user to run PostgreSQL as, and gives the folder to that user. PostgreSQL refuses to
 * run as root, so root uses the `postgres` user of the package.
 */
async function ownerOf(folder: string): Promise<User> {
  await mkdir(folder, { recursive: true });
  if (process.getuid?.() !== 0) return {};
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  await chown(folder, user.uid, user.gid);
  await chown(join(folder, '..'), user.uid, user.gid);
  return user;
}

function findBinaries(): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort().reverse() : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(packaged, version, 'bin')),
  ];
  const found = folders.find((folder) => folder && existsSync(join(folder, 'initdb')));
  // Some systems link only a few binaries; the others are in the folder of the link's target.
  return found && dirname(realpathSync(join(found, 'initdb')));
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

async function untilReady(url: string, attempts = 100): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (attempts === 0) throw error;
    await delay(100);
    await untilReady(url, attempts - 1);
  }
}
