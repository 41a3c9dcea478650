import type { Server } from 'node:http';
import { constants, type Http2Session } from 'node:http2';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time for in-flight requests to finish after the server stops listening, in milliseconds. */
export const UNDER_WAY_MS = 10_000;
const SWEEP_MS = 50;
/** Grace period in milliseconds for the first request of a connection opened just before shutdown. */
const SILENT_MS = 1_000;
/** Maximum time in milliseconds to keep accepting pending connections. */
const ACCEPT_MS = 1_000;

const socketsOf = new WeakMap<Server, Set<Socket>>();
const sessionsOf = new WeakMap<Server, Set<Http2Session>>();
/** An unused stream id that announces that all streams are still accepted (RFC 9113, section 6.8). */
const ANY_STREAM = 2 ** 31 - 1;

/** Tracks all open sockets. Node itself knows only connections that have sent something. */
export function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  const remember = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  // A TLS connection has two sockets; pending output is buffered in the second.
  server.on('connection', remember).on('secureConnection', remember);
}

/** Tracks an HTTP/2 session. */
export function rememberSession(server: Server, session: Http2Session): void {
  const sessions = sessionsOf.get(server) ?? new Set();
  sessionsOf.set(server, sessions.add(session));
  session.once('close', () => sessions.delete(session));
}

/** Asks an HTTP/2 client to open a new connection. Requests it sends in the meantime are still handled. */
export function announceEnd(session: Http2Session): void {
  if (!session.closed) session.goaway(constants.NGHTTP2_NO_ERROR, ANY_STREAM);
}

/**
 * Stops listening, closes each connection once it is idle, and resolves when none is left.
 * Connections that are still open after `UNDER_WAY_MS` are cut off.
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
    // Node considers a connection idle while the end of a response is still being flushed.
    if (![...sockets].some(({ writableLength }) => writableLength > 0)) {
      server.closeIdleConnections();
    }
    if (performance.now() < silentUntil) return;
    // Closes after its open streams.
    for (const session of sessions) if (!session.closed) session.close();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // Wait until incoming data is parsed: a connection with an unread request is not idle.
  const sweep = setInterval(() => setImmediate(closeIdle), SWEEP_MS);
  // The `close` of HTTP servers would close idle connections at once.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

/**
 * Resolves when a turn of the event loop finds no pending connection, because closing the server
 * resets pending ones. Some Node versions accept one connection per turn.
 */
async function untilAllAccepted(server: Server): Promise<void> {
  let isWaiting: boolean;
  const onConnection = () => (isWaiting = true);
  server.on('connection', onConnection);
  const deadline = performance.now() + ACCEPT_MS;
  // The remainder of this turn may accept none.
  await nextTurn();
  do {
    isWaiting = false;
    await nextTurn();
  } while (isWaiting && performance.now() < deadline);
  server.off('connection', onConnection);
}
