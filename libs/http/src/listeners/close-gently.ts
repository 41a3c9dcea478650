import type { onResponseHookHandler } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { streamOf } from './stream-of.js';

/** Maximum time to drain unwanted input, in milliseconds. Only the connection keeps the process alive. */
const LINGER = 5_000;

/**
 * Closes a connection after its last response. Remaining input is read and dropped: if left unread, the
 * system would reset the connection, perhaps before the client has read the response
 * (RFC 9112, section 9.6).
 */
export function closeGently(socket: Socket): void {
  dropInput(socket);
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Drains the rest of a request that was answered before its body arrived, for at most `LINGER`, because the
 * connection's next request comes after it. HTTP/2 needs no draining (see `speakHttp2`).
 */
export const closeUnlessRead: onResponseHookHandler = ({ raw }, _reply, done) => {
  if (!streamOf(raw) && !raw.complete) drain(raw);
  done();
};

function drain(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER).unref();
  const stop = () => clearTimeout(timer);
  // Not on the connection, which may carry many such requests.
  request.once('end', stop).once('close', stop);
}

/** Reads and drops input, bypassing Node's parser. */
export function dropInput(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => {});
}
