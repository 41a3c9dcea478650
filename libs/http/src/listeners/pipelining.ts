import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of pending requests per connection. */
const MAX_PIPELINED = 16;

/** Return value of the parser's headers callback that makes llhttp stop reading. */
const READ_NO_FURTHER = 2;

/** Node's internal parser of a connection, present since its first versions. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming(): number } | null;
}

const unanswered = new WeakMap<Socket, number>();

/**
 * Limits how many requests a client may pipeline (RFC 9112, section 9.3.2). Node keeps reading, so a
 * single connection could send more requests per second than memory can hold. The first request
 * over the limit closes the connection, and the remaining input, perhaps a thousand requests, is not
 * even parsed.
 *
 * @returns whether to process the request
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
