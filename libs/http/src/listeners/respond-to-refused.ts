import { type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { closeGently, dropInput } from './close-gently.js';
import { type ParseError, refusalOf, refusedRequest } from './refused-request.js';

/** Node's internal field with the response in progress on a connection. */
interface HttpSocket extends Socket {
  _httpMessage?: ServerResponse | null;
}

/** Node's error codes for an unreadable request. Other codes are connection errors. */
const OF_REQUEST = /^(HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * Passes requests that Node would reject itself, or drop, to the normal listener with their `refusal` set.
 * So their responses have the envelope and headers, and they are counted.
 */
export function respondToRefused(server: Server, onRequest: RequestListener): void {
  server.on('clientError', (error: ParseError, stream) => {
    const socket = stream as HttpSocket;
    if (!OF_REQUEST.test(error.code ?? '') || !socket.writable) return void socket.destroy();
    dropInput(socket);
    if (socket._httpMessage) return endAfter(socket._httpMessage, error);
    // Nothing was sent, so there is nothing to respond to.
    if (socket.bytesRead === 0) return void socket.destroy();
    respondOnce(refusedRequest(error, socket), socket);
  });
  server.on('connect', (request, stream) => respondOnce(request, stream as Socket));
  server.on('checkExpectation', (request, response) => {
    request.refusal = new ApiError(
      'expectation_failed',
      'Expect supports only 100-continue. Omit the header.',
    );
    response.shouldKeepAlive = false;
    onRequest(request, response);
  });

  /** Sends the connection's last response, because the remaining input can't be parsed. */
  function respondOnce(request: ServerResponse['req'], socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => closeGently(socket));
    socket.on('error', () => socket.destroy());
    onRequest(request, response);
  }
}

/** Finishes the response in progress. If the unreadable part is that request's body, the request is refused. */
function endAfter(response: ServerResponse, error: ParseError): void {
  const { req: request, socket } = response;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket && closeGently(socket));
  if (request.complete) return;
  request.refusal ??= refusalOf(error);
  if (request.listenerCount('error') > 0) request.emit('error', request.refusal);
}
