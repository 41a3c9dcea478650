import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for their answers. */
const MAX_PIPELINED = 16;

/** What llhttp takes for "read no further" from whoever is told of a request's headers. */
const READ_NO_FURTHER = 2;

/** Node's own parser of a connection, as it has been since its first versions. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming(): number } | null;
}

const unanswered = new WeakMap<Socket, number>();

/**
 * Bounds how many requests a client sends ahead of the answers (pipelining, RFC 9112, section 9.3.2):
 * Node reads on whatever waits, so a single connection could bring more requests in a second than
 * there is memory for. It is closed at the first that is too many, and what it sent besides, which
 * may be a thousand requests, is not even parsed.
 *
 * @returns whether to answer the request
 */
export function takesPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = unanswered.get(socket) ?? 0;
  if (count >= MAX_PIPELINED) {
    const { parser } = socket as ParsedSocket;
    if (parser) parser.onIncoming = () => READ_NO_FURTHER;
    socket.destroy();
    return false;
  }
  unanswered.set(socket, count + 1);
  response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
  return true;
}
