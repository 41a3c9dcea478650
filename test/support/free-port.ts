import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Lowest port to assign. All ports stay below 32768, even the Redis Cluster bus, which adds 10,000.
 * From there on, the kernel assigns ports to outgoing connections (Linux, `ip_local_port_range`),
 * and one of them could take a free port before the program under test listens on it.
 */
const FIRST_PORT = 12_000;
/** Each Jest worker has its own port range, so that no two workers pick the same free port. */
const PORTS_PER_WORKER = 650;
const WORKERS = 16;

const given = new Set<number>();

export async function freePort(): Promise<number> {
  const worker = Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS;
  const first = FIRST_PORT + worker * PORTS_PER_WORKER;
  for (;;) {
    const port = first + randomInt(PORTS_PER_WORKER);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Makes a server of the spec itself listen on loopback, and returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
