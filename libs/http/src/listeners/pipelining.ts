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

/** Pending responses of each connection, in the order of their requests. */
const pending = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Limits how many requests a client may pipeline (RFC 9112, section 9.3.2). Node keeps reading, so a
 * single connection could send more requests per second than memory can hold. The first request
 * over the limit closes the connection, and the remaining input, perhaps a thousand requests, is not
 * even parsed.
 *
 * @returns whether to process the request
 */
export function takesPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const responses = pendingOn(socket);
  if (responses.size >= MAX_PIPELINED) {
    const { parser } = socket as ParsedSocket;
    if (parser) parser.onIncoming = () => READ_NO_FURTHER;
    socket.destroy();
    return false;
  }
  responses.add(response);
  response.once('close', () => responses.delete(response));
  return true;
}

/** Returns the response to the connection's newest request, if it is still pending. */
export function lastPending(socket: Socket): ServerResponse | undefined {
  return [...(pending.get(socket) ?? [])].at(-1);
}

function pendingOn(socket: Socket): Set<ServerResponse> {
  const known = pending.get(socket);
  if (known) return known;
  const responses = new Set<ServerResponse>();
  pending.set(socket, responses);
  socket.once('close', () => responses.forEach(closeIfQueued));
  return responses;
}

/** Closes a response that awaits its turn, as Node does only with the one being sent. */
function closeIfQueued(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}
