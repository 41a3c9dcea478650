import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net';

/** What is under way when the listening ends has this long, in milliseconds. */
export const UNDER_WAY_MS = 10_000;
const SWEEP_MS = 50;
/** A request may be on its way over a connection that was made just before the listening ended. */
const SILENT_MS = 1_000;
/** Then listening ends although there are connections that were not accepted. */
const ACCEPT_MS = 5_000;

const socketsOf = new WeakMap<Server, Set<Socket>>();

/** Node itself tells of connections only once they have sent something. */
export function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
}

/**
 * Ends listening, closes each connection as soon as it is idle, and resolves when none is left:
 * those that never are idle are cut off in the end.
 */
export async function closeServers(servers: Server[]): Promise<void> {
  await Promise.all(servers.filter(({ listening }) => listening).map(close));
}

async function close(server: Server): Promise<void> {
  const sockets = socketsOf.get(server)!;
  const end = setTimeout(() => sockets.forEach((socket) => socket.destroy()), UNDER_WAY_MS);
  await untilAllAccepted(server);
  const silentUntil = performance.now() + SILENT_MS;
  const closeIdle = () => {
    server.closeIdleConnections();
    if (performance.now() < silentUntil) return;
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // Once what has come is read: a connection is not idle whose next request waits to be.
  const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MS);
  // The close of HTTP servers does not wait for that.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

/**
 * Resolves when every connection that a client has made is accepted: the end of listening resets
 * those that are not. They are accepted in their order, so one of our own is the last of them.
 *
 * Of several workers it is the first process that accepts, and it hands on what one does not take.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  if (cluster.isWorker) return;
  const { address, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  const own = connect({ host, port });
  const accepted = new Set<number | undefined>();
  await new Promise<void>((resolve) => {
    const look = () => accepted.has(own.localPort) && resolve();
    server.on('connection', ({ remotePort }: Socket) => {
      accepted.add(remotePort);
      look();
    });
    own.on('connect', look).on('error', () => resolve());
    setTimeout(resolve, ACCEPT_MS).unref();
  });
  own.destroy();
}
