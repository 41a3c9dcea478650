import { type IncomingMessage, maxHeaderSize, type RequestListener, type Server } from 'node:http';
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { ApiError } from '../errors/api-error.js';
import { headersTooLarge, uriTooLong } from '../errors/too-large.js';

const BOUNDS = {
  settings: { maxConcurrentStreams: 100 },
  // Each is answered with an error until the session is ended.
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
};
/**
 * Requests of one connection whose bodies are under way: one more is told to come again (RFC 9113, section
 * 8.7), for bodies are held in memory, and of HTTP/1.1 there is one at a time.
 */
const MAX_BODIES = 4;
/** A connection without a request this long is ended, in milliseconds, whatever else it sends. */
const LONGEST_IDLE = 72_000;

interface Use {
  streams: number;
  bodies: number;
  idle: NodeJS.Timeout;
}

/** The stream of a request over HTTP/2; undefined of one over HTTP/1.1. */
export function streamOf(request: IncomingMessage): ServerHttp2Stream | undefined {
  return request.httpVersionMajor === 2
    ? (request as unknown as Http2ServerRequest).stream
    : undefined;
}

/**
 * Lets a server of HTTPS speak HTTP/2 with those who offer it (ALPN, RFC 7301). To all others it is the
 * server that it was: Node's own `allowHTTP1` has neither its deadlines nor its way of closing.
 *
 * @param longestSilence after which a connection or an answer that nobody reads is ended, in milliseconds
 * @param onSession is told of each connection
 */
export function speakHttp2(
  server: Server,
  onRequest: RequestListener,
  longestSilence: number,
  onSession: (session: ServerHttp2Session) => void,
): void {
  const uses = new WeakMap<ServerHttp2Session, Use>();
  const answer = (request: Http2ServerRequest, response: unknown) => {
    const { stream } = request;
    if (!begins(stream, uses, longestSilence)) return;
    const { remoteAddress, remotePort } = stream.session!.socket;
    // Node's own has no address any more once the stream is closed.
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
    const plain = request as unknown as IncomingMessage;
    plain.refusal = refusalOf(request);
    onRequest(plain, response as Parameters<RequestListener>[1]);
  };
  const http2 = createServer(BOUNDS, answer);
  http2.setTimeout(longestSilence);
  http2.on('connect', answer);
  http2.on('checkExpectation', answer);
  http2.on('session', (session) => {
    const idle = setTimeout(() => use.streams === 0 && session.close(), LONGEST_IDLE).unref();
    const use: Use = { streams: 0, bodies: 0, idle };
    uses.set(session, use);
    session.once('close', () => clearTimeout(idle));
    onSession(session);
  });

  const listeners = server.listeners('secureConnection') as ((socket: TLSSocket) => void)[];
  server.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket);
    else for (const listener of listeners) listener.call(server, socket);
  });
}

/** Counts a stream as long as it is open. */
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
  // Who is answered while the body is still coming is told to send no more of it (RFC 9113, section 8.1).
  // Node's response would tell of its end only when the client has ended its side as well.
  if (bodies > 0) {
    stream.once('finish', () => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
  return true;
}

/** Why a request is refused whatever it asks for: for the reasons for which one of HTTP/1.1 is. */
function refusalOf({ headers, authority, rawHeaders }: Http2ServerRequest): ApiError | undefined {
  // What HTTP/1.1 calls Host (RFC 9113, section 8.3.1).
  const isAmbiguous = headers.host !== undefined && authority && headers.host !== authority;
  headers.host ??= authority || undefined;
  if (isAmbiguous) {
    return new ApiError('malformed_request', 'Host and :authority differ; send only :authority.');
  }
  if (headers.host === undefined) {
    return new ApiError('malformed_request', 'Send :authority; it says which host is asked for.');
  }
  if (rawHeaders.reduce((size, { length }) => size + length, 0) < maxHeaderSize) return undefined;
  return (headers[':path'] ?? '').length >= maxHeaderSize / 2 ? uriTooLong() : headersTooLarge();
}
