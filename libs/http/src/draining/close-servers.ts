import type { Server } from 'node:http';
import { constants, type Http2Session } from 'node:http2';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What is under way when the listening ends has this long, in milliseconds. */
export const UNDER_WAY_MS = 10_000;
const SWEEP_MS = 50;
/** A request may be on its way over a connection that was made just before the listening ended. */
const SILENT_MS = 1_000;
/** Then listening ends although connections are still being made. */
const ACCEPT_MS = 1_000;

const socketsOf = new WeakMap<Server, Set<Socket>>();
const sessionsOf = new WeakMap<Server, Set<Http2Session>>();
/** The id that no stream has, which says that all are still taken (RFC 9113, section 6.8). */
const ANY_STREAM = 2 ** 31 - 1;

/** Node itself tells of connections only once they have sent something. */
export function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  const remember = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  // Over TLS each connection has two: what is to be sent waits in the second.
  server.on('connection', remember).on('secureConnection', remember);
}

/** A connection that speaks HTTP/2. */
export function rememberSession(server: Server, session: Http2Session): void {
  const sessions = sessionsOf.get(server) ?? new Set();
  sessionsOf.set(server, sessions.add(session));
  session.once('close', () => sessions.delete(session));
}

/** Tells a client of HTTP/2 to take another connection; what it has sent until it learns of that is answered. */
export function announceEnd(session: Http2Session): void {
  if (!session.closed) session.goaway(constants.NGHTTP2_NO_ERROR, ANY_STREAM);
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
  const sessions = sessionsOf.get(server) ?? new Set();
  const end = setTimeout(() => sockets.forEach((socket) => socket.destroy()), UNDER_WAY_MS);
  await untilAllAccepted(server);
  sessions.forEach(announceEnd);
  const silentUntil = performance.now() + SILENT_MS;
  const closeIdle = () => {
    // Node takes for idle what still sends the rest of an answer that is written.
    if (![...sockets].some(({ writableLength }) => writableLength > 0)) {
      server.closeIdleConnections();
    }
    if (performance.now() < silentUntil) return;
    // With the streams that it has.
    for (const session of sessions) if (!session.closed) session.close();
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
 * Resolves when a turn of the event loop found no connection waiting to be accepted: the end of
 * listening resets those that are. Some versions of Node accept one a turn.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  let isWaiting: boolean;
  const onConnection = () => (isWaiting = true);
  server.on('connection', onConnection);
  const deadline = performance.now() + ACCEPT_MS;
  // The rest of this turn may accept none.
  await nextTurn();
  do {
    isWaiting = false;
    await nextTurn();
  } while (isWaiting && performance.now() < deadline);
  server.off('connection', onConnection);
}
