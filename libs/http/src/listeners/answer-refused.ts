import { type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { closeGently, dropInput } from './close-gently.js';
import { type ParseError, refusalOf, refusedRequest } from './refused-request.js';

/** Node's own note of which answer a connection is at. */
interface HttpSocket extends Socket {
  _httpMessage?: ServerResponse | null;
}

/** What Node says of a request that it could not read; other errors are of the connection. */
const OF_REQUEST = /^(HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * Brings what Node would answer by itself, or not at all, to the same listener as all else, as
 * requests that bear their refusal: so each has the envelope and the headers, and is counted.
 */
export function answerRefused(server: Server, onRequest: RequestListener): void {
  server.on('clientError', (error: ParseError, stream) => {
    const socket = stream as HttpSocket;
    if (!OF_REQUEST.test(error.code ?? '') || !socket.writable) return void socket.destroy();
    dropInput(socket);
    if (socket._httpMessage) return endAfter(socket._httpMessage, error);
    // Nothing was asked, so there is nothing to answer.
    if (socket.bytesRead === 0) return void socket.destroy();
    answerOnce(refusedRequest(error, socket), socket);
  });
  server.on('connect', (request, stream) => answerOnce(request, stream as Socket));
  server.on('checkExpectation', (request, response) => {
    request.refusal = new ApiError(
      'expectation_failed',
      'Expect may ask for 100-continue only; leave it out.',
    );
    response.shouldKeepAlive = false;
    onRequest(request, response);
  });

  /** The connection's last answer: how what comes next is to be read is not known. */
  function answerOnce(request: ServerResponse['req'], socket: Socket): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => closeGently(socket));
    socket.on('error', () => socket.destroy());
    onRequest(request, response);
  }
}

/** What was asked before is answered, or, if its body is what cannot be read, refused. */
function endAfter(response: ServerResponse, error: ParseError): void {
  const { req: request, socket } = response;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket && closeGently(socket));
  if (request.complete) return;
  request.refusal ??= refusalOf(error);
  if (request.listenerCount('error') > 0) request.emit('error', request.refusal);
}
