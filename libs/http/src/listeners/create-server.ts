import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';
import { LONGEST_UPLOAD } from '../body/bounded-upload.js';
import { rememberSession, rememberSockets } from '../draining/close-servers.js';
import { ApiError } from '../errors/api-error.js';
import { allowedHosts } from './allowed-hosts.js';
import { answerRefused } from './answer-refused.js';
import type { ConnectionLimits } from './connection-limits.js';
import { speakHttp2, streamOf } from './http2.js';
import type { Listener } from './listener.js';
import { takesPipelined } from './pipelining.js';
import type { ServerCertificate } from './server-certificate.js';

/** Where a request came in. */
export interface Arrival extends Listener {
  /** Whether a request with this Host header belongs here. */
  allowsHost(host: string | undefined): boolean;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Missing on requests that came over no network (`inject`). */
    arrival?: Arrival;
  }
}

/** In milliseconds, all of them. */
const TIMEOUTS = {
  /** For a request's headers; bodies have times of their own (see `body`), and this is the longest. */
  headersTimeout: 15_000,
  requestTimeout: LONGEST_UPLOAD,
  /** Between two requests of a connection: longer than a balancer waits before it takes a new one. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
};
/** Without a byte in either direction: also for who does not read the answer. */
const LONGEST_SILENCE = 75_000;
const TLS_HANDSHAKE_TIMEOUT = 10_000;

/** What all servers of the program have in common. */
export interface SharedByServers {
  environment: Environment;
  connectionLimits: ConnectionLimits;
  /** What is shown over TLS; without it, servers speak plain HTTP. */
  certificate: ServerCertificate | undefined;
}

/** A server for one address of a listener. All are alike in what bounds their connections. */
export function createServer(
  { environment, connectionLimits, certificate }: SharedByServers,
  listener: Listener,
  handler: RequestListener,
): Server {
  const arrival: Arrival = { ...listener, allowsHost: () => false };
  const onRequest: RequestListener = (request, response) => {
    request.arrival = arrival;
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      request.refusal ??= withoutHost();
    }
    // Streams of HTTP/2 are bounded by themselves.
    if (streamOf(request) || takesPipelined(request, response)) handler(request, response);
  };
  const options = {
    ...TIMEOUTS,
    // Node's own refusal has no envelope.
    requireHostHeader: false,
  };
  const server = certificate
    ? createSecureServer(options, certificate, onRequest)
    : createHttpServer(options, onRequest);
  server.timeout = LONGEST_SILENCE;
  // Their size is bounded; of more than a number, Node would drop the last unseen, which proxies add.
  server.maxHeadersCount = 0;
  connectionLimits.apply(server);
  answerRefused(server, onRequest);
  rememberSockets(server);
  server.on('listening', () => {
    const { address } = server.address() as AddressInfo;
    arrival.allowsHost = allowedHosts(environment, listener.origin, address);
  });
  return server;
}

/** RFC 9112, section 3.2. */
function withoutHost(): ApiError {
  return new ApiError('malformed_request', 'Send a Host header; HTTP/1.1 asks for one.');
}

function createSecureServer(
  options: ServerOptions,
  certificate: ServerCertificate,
  onRequest: RequestListener,
): Server {
  const secure = { ...certificate.context, handshakeTimeout: TLS_HANDSHAKE_TIMEOUT };
  const ALPNProtocols = ['h2', 'http/1.1'];
  const server = createHttpsServer({ ...options, ...secure, ALPNProtocols }, onRequest);
  speakHttp2(server, onRequest, LONGEST_SILENCE, (session) => rememberSession(server, session));
  certificate.showOn(server);
  return server;
}
