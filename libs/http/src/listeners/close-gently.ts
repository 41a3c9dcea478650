import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { streamOf } from './http2.js';

/** How long a client may go on sending what nobody waits for, in milliseconds. */
const LINGER = 5_000;

/**
 * Ends a connection after its last answer. What still arrives is read and dropped: left unread, it
 * would make the system reset the connection, perhaps before the client has read the answer
 * (RFC 9112, section 9.6).
 */
export function closeGently(socket: Socket): void {
  dropInput(socket);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Reads and drops, for as long, the rest of a request that was answered before its body had arrived:
 * the connection's next request stands behind it. Over HTTP/2 none does (see `speakHttp2`).
 */
export function closeUnlessRead(request: IncomingMessage): void {
  if (streamOf(request) || request.complete) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER);
  const stop = () => clearTimeout(timer);
  // Not on the connection, which may bring any number of such requests.
  request.once('end', stop).once('close', stop);
}

/** Reads on, past Node's parser, to no end. */
export function dropInput(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => {});
}
