import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Environment } from '#libs/config/src/environment.js';
import { LONGEST_UPLOAD } from '../body/bounded-upload.js';
import { rememberSockets } from '../draining/close-servers.js';
import { ApiError } from '../errors/api-error.js';
import { allowedHosts } from './allowed-hosts.js';
import { respondToRefused } from './respond-to-refused.js';
import type { ConnectionLimits } from './connection-limits.js';
import { speakHttp2 } from './http2.js';
import { streamOf } from './stream-of.js';
import type { Listener } from './listener.js';
import { takesPipelined } from './pipelining.js';
import type { ServerCertificate } from './server-certificate.js';

/** The listener that a request arrived at. */
interface Arrival extends Listener {
  /** Reports whether this listener accepts a Host header. */
  allowsHost(host: string | undefined): boolean;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Missing on injected requests, which use no network. */
    arrival?: Arrival;
  }
}

/** Server timeouts in milliseconds. */
const TIMEOUTS = {
  /** Maximum time for headers. Bodies have their own limits (see `body`); `requestTimeout` is the highest. */
  headersTimeout: 15_000,
  requestTimeout: LONGEST_UPLOAD,
  /** Maximum idle time between requests: longer than a load balancer keeps an idle connection. */
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
};
/** Maximum time without a byte in either direction, which also stops clients that don't read responses. */
const LONGEST_SILENCE = 75_000;
const TLS_HANDSHAKE_TIMEOUT = 10_000;

/** State shared by all servers of the program. */
export interface SharedByServers {
  environment: Environment;
  connectionLimits: ConnectionLimits;
  /** The TLS certificate; without one, servers speak plain HTTP. */
  certificate: ServerCertificate | undefined;
}

/** Creates a server for one address of a listener. All have the same connection limits. */
export function createServer(
  { environment, connectionLimits, certificate }: SharedByServers,
  listener: Listener,
  handler: RequestListener,
): Server {
  const arrival: Arrival = { ...listener, allowsHost: () => false };
  const onRequest: RequestListener = (request, response) => {
    request.arrival = arrival;
    if (!hasValidHost(request)) {
      request.refusal ??= new ApiError('malformed_request', 'Send exactly one Host header.');
    }
    // HTTP/2 streams have their own limits.
    if (streamOf(request) || takesPipelined(request, response)) handler(request, response);
  };
  const options = {
    ...TIMEOUTS,
    // Node's own error has no envelope.
    requireHostHeader: false,
  };
  const server = certificate
    ? createSecureServer(options, certificate, onRequest)
    : createHttpServer(options, onRequest);
  server.timeout = LONGEST_SILENCE;
  // Header size is already bounded. A count limit would silently drop the last headers, which proxies add.
  server.maxHeadersCount = 0;
  connectionLimits.apply(server);
  respondToRefused(server, onRequest);
  rememberSockets(server);
  server.on('listening', () => {
    const { address } = server.address() as AddressInfo;
    arrival.allowsHost = allowedHosts(environment, listener.origin, address);
  });
  return server;
}

/** RFC 9112, section 3.2. Of several `Host` headers, Node would use the first. */
function hasValidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1';
  const isHost = (text: string, index: number) =>
    index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length <= 1;
}

function createSecureServer(
  options: ServerOptions,
  certificate: ServerCertificate,
  onRequest: RequestListener,
): Server {
  const secure = { ...certificate.context, handshakeTimeout: TLS_HANDSHAKE_TIMEOUT };
  const ALPNProtocols = ['h2', 'http/1.1'];
  const server = createHttpsServer({ ...options, ...secure, ALPNProtocols }, onRequest);
  speakHttp2(server, onRequest, LONGEST_SILENCE);
  certificate.showOn(server);
  return server;
}
