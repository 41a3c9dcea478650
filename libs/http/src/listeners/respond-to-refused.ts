import { type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { closeGently, dropInput } from './close-gently.js';
import { lastPending } from './pipelining.js';
import { type ParseError, refusalOf, refusedRequest } from './refused-request.js';

/** Node's error codes for an unreadable request. Other codes are connection errors. */
const OF_REQUEST = /^(HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * Passes requests that Node would reject itself, or drop, to the normal listener with their `refusal` set.
 * So their responses have the envelope and headers, and they are counted.
 */
export function respondToRefused(server: Server, onRequest: RequestListener): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: ParseError, stream) => {
    const socket = stream as Socket;
    if (!OF_REQUEST.test(error.code ?? '') || !socket.writable) return void socket.destroy();
    // Node reports an unreadable request again when its time is up.
    if (refused.has(socket)) return;
    refused.add(socket);
    dropInput(socket);
    const last = lastPending(socket);
    if (last && !last.req.complete) return refuseBody(last, error);
    // Nothing was sent, so there is nothing to respond to.
    if (socket.bytesRead === 0) return void socket.destroy();
    const refuse = () => respond(refusedRequest(error, socket), socket);
    if (last) last.once('finish', refuse);
    else refuse();
  });
  server.on('connect', (request, stream) => {
    const socket = stream as Socket;
    // Node no longer sends the pending responses.
    if (lastPending(socket)) return void socket.destroy();
    socket.on('error', () => socket.destroy());
    respond(request, socket);
  });
  server.on('checkExpectation', (request, response) => {
    request.refusal = new ApiError(
      'expectation_failed',
      'Expect supports only 100-continue. Omit the header.',
    );
    response.shouldKeepAlive = false;
    onRequest(request, response);
  });

  /** Sends the connection's last response, because its further input can't be parsed. */
  function respond(request: ServerResponse['req'], socket: Socket): void {
    // The response before it may have closed the connection.
    if (!socket.writable) return;
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => closeGently(socket));
    onRequest(request, response);
  }
}

/** Refuses the request whose body is unreadable, and closes the connection after its response. */
function refuseBody(response: ServerResponse, error: ParseError): void {
  const { req: request } = response;
  response.shouldKeepAlive = false;
  response.once('finish', () => closeGently(request.socket));
  request.refusal ??= refusalOf(error);
  if (request.listenerCount('error') > 0) request.emit('error', request.refusal);
}
