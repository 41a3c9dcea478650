import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import type { TestCertificate } from './test-certificate.ts';

export interface PostgresCluster {
  /** Of a database where others may be created. */
  url: string;
  stop(): Promise<void>;
  /** Ends it as a power cut would (`pg_ctl restart -m immediate`), and starts it again. */
  crash?(): Promise<void>;
}

/** The server named by TEST_DATABASE_URL, else a throw-away one from this machine's binaries. */
export async function startPostgres(folder: string): Promise<PostgresCluster | undefined> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} };
  return startOwnPostgres(folder);
}

/** @param certificate that it speaks TLS with, if it does */
export async function startOwnPostgres(
  folder: string,
  certificate?: TestCertificate,
): Promise<PostgresCluster | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;

  // PostgreSQL refuses to run as root, so there it runs as the user its package made.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  await mkdir(folder, { recursive: true });
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chown(join(folder, '..'), user.uid, user.gid);
  }
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, stdio: 'ignore' },
  );
  const port = await freePort();
  const options = [
    '-p',
    `${port}`,
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-F',
    '-c',
    'max_connections=300',
  ];
  if (certificate) {
    const [cert, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
    await copyFile(certificate.file, cert);
    await copyFile(certificate.keyFile, key);
    // It takes no key that belongs to another user.
    if (user.uid !== undefined) await chown(key, user.uid, user.gid);
    await chmod(cert, 0o644);
    options.push('-c', 'ssl=on', '-c', `ssl_cert_file=${cert}`, '-c', `ssl_key_file=${key}`);
  }
  const launch = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...user, stdio: 'ignore' });
  let server = launch();
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    stop: () => end('SIGINT'),
    crash: async () => {
      await end('SIGQUIT');
      server = launch();
      await untilReady(url);
    },
  };
}

function findBinaries(): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort().reverse() : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(packaged, version, 'bin')),
  ];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')));
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
