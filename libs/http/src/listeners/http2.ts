import {
  type IncomingMessage,
  maxHeaderSize,
  METHODS,
  type RequestListener,
  type Server,
} from 'node:http';
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { rememberSession } from '../draining/close-servers.js';
import { ApiError } from '../errors/api-error.js';
import { closeGently } from './close-gently.js';
import { headersTooLarge, uriTooLong } from './refused-request.js';

const BOUNDS = {
  settings: { maxConcurrentStreams: 100 },
  // Node answers each with an error until it ends the session.
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
};
/**
 * Maximum number of request bodies in progress per connection. Further requests are refused as retryable
 * (RFC 9113, section 8.7), because bodies are held in memory. HTTP/1.1 has one at a time.
 */
const MAX_BODIES = 4;
/** Maximum time in milliseconds without a request before the connection is closed, even if other frames arrive. */
const LONGEST_IDLE = 72_000;

interface Use {
  streams: number;
  bodies: number;
  idle: NodeJS.Timeout;
}

/**
 * Adds HTTP/2 to an HTTPS server for clients that offer it (ALPN, RFC 7301). Other clients get the original
 * server, because Node's `allowHTTP1` lacks its timeouts and its graceful close.
 *
 * @param longestSilence time in milliseconds after which a silent connection or unread response is closed
 */
export function speakHttp2(
  server: Server,
  onRequest: RequestListener,
  longestSilence: number,
): void {
  const uses = new WeakMap<ServerHttp2Session, Use>();
  const respond = (request: Http2ServerRequest, response: unknown) => {
    const { stream } = request;
    if (!begins(stream, uses, longestSilence)) return;
    const { remoteAddress, remotePort } = stream.session!.socket;
    // Node's own socket proxy has no address once the stream is closed.
    Object.defineProperty(request, 'socket', {
      value: {
        remoteAddress,
        remotePort,
        encrypted: true,
        get destroyed() {
          return stream.destroyed;
        },
      },
    });
    // CONNECT has no path (RFC 9113, section 8.5).
    request.url ??= request.authority;
    const plain = request as unknown as IncomingMessage;
    plain.refusal = refusalOf(request);
    // Fastify responds to unknown methods without running hooks.
    if (!METHODS.includes(request.method)) {
      plain.method = 'GET';
      plain.refusal ??= new ApiError('malformed_request', 'Send a known method, such as GET.');
    }
    onRequest(plain, response as Parameters<RequestListener>[1]);
  };
  const http2 = createServer(BOUNDS, respond);
  http2.on('connect', respond);
  http2.on('checkExpectation', respond);
  const begin = (session: ServerHttp2Session, socket: TLSSocket) => {
    const idle = setTimeout(() => use.streams === 0 && session.close(), LONGEST_IDLE).unref();
    const use: Use = { streams: 0, bodies: 0, idle };
    uses.set(session, use);
    session.once('close', () => clearTimeout(idle));
    // The server's own timeout spares sessions that are closing (GOAWAY).
    session.setTimeout(longestSilence, () => socket.destroy());
    // After the session, Node waits for the client to close the connection.
    socket.once('finish', () => closeGently(socket));
    rememberSession(server, session);
  };

  const listeners = server.listeners('secureConnection') as ((socket: TLSSocket) => void)[];
  server.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') {
      http2.once('session', (session) => begin(session, socket));
      http2.emit('connection', socket);
    } else for (const listener of listeners) listener.call(server, socket);
  });
}

/** Counts a stream while it is open. Returns false if the request was refused. */
function begins(
  stream: ServerHttp2Stream,
  uses: WeakMap<ServerHttp2Session, Use>,
  longestSilence: number,
): boolean {
  const use = stream.session && uses.get(stream.session as ServerHttp2Session);
  if (!use) return false;
  const bodies = stream.endAfterHeaders ? 0 : 1;
  if (use.bodies + bodies > MAX_BODIES) {
    stream.close(constants.NGHTTP2_REFUSED_STREAM);
    return false;
  }
  use.streams += 1;
  use.bodies += bodies;
  stream.once('close', () => {
    use.bodies -= bodies;
    if (--use.streams === 0) use.idle.refresh();
  });
  stream.setTimeout(longestSilence, () => stream.close(constants.NGHTTP2_CANCEL));
  // If the response finishes first, tell the client to stop sending the body (RFC 9113, section 8.1).
  // Node closes the stream only once the client has ended its side as well.
  if (bodies > 0) {
    stream.once('finish', () => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
  return true;
}

/** Returns the reason to refuse a request, as for HTTP/1.1. */
function refusalOf({ headers, authority, rawHeaders }: Http2ServerRequest): ApiError | undefined {
  // The HTTP/2 form of Host (RFC 9113, section 8.3.1).
  const isAmbiguous = headers.host !== undefined && authority && headers.host !== authority;
  headers.host ??= authority || undefined;
  if (isAmbiguous) {
    return new ApiError('malformed_request', 'Host and :authority differ; send only :authority.');
  }
  if (headers.host === undefined) {
    return new ApiError('malformed_request', 'Send :authority with the requested host.');
  }
  if (rawHeaders.reduce((size, { length }) => size + length, 0) < maxHeaderSize) return undefined;
  return (headers[':path'] ?? '').length >= maxHeaderSize / 2 ? uriTooLong() : headersTooLarge();
}
