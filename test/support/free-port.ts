import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The kernel gives 32768 and above to outgoing connections (Linux, `ip_local_port_range`), any of
 * which could take a port between our finding it free and a program's listening there. These stay
 * below, even with the 10,000 that the bus of a Redis Cluster adds.
 */
const FIRST_PORT = 12_000;
/** Each Jest worker has its own port range, so that no two workers pick the same free port. */
const PORTS_PER_WORKER = 1_300;
const WORKERS = 8;

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
