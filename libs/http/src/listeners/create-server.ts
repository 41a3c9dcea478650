import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { rememberSockets } from '../draining/close-servers.js';
import { allowedHosts } from './allowed-hosts.js';
import type { Listener } from './listener.js';
import { takesPipelined } from './pipelining.js';

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

/** A server for one address of a listener. All are alike in what bounds their connections. */
export function createServer(
  environment: Environment,
  listener: Listener,
  handler: RequestListener,
): Server {
  const arrival: Arrival = { ...listener, allowsHost: () => false };
  const onRequest: RequestListener = (request, response) => {
    request.arrival = arrival;
    if (takesPipelined(request, response)) handler(request, response);
  };
  const tls = tlsOptions(environment);
  const server = tls ? createHttpsServer(tls, onRequest) : createHttpServer(onRequest);
  // Long enough to upload a large file to import.
  server.requestTimeout = 600_000;
  server.keepAliveTimeout = 72_000;
  rememberSockets(server);
  server.on('listening', () => {
    const { address } = server.address() as AddressInfo;
    arrival.allowsHost = allowedHosts(environment, listener.origin, address);
  });
  return server;
}

function tlsOptions({ TLS_CERT_FILE, TLS_KEY_FILE }: Environment) {
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return undefined;
  return { cert: read('TLS_CERT_FILE', TLS_CERT_FILE), key: read('TLS_KEY_FILE', TLS_KEY_FILE) };
}

function read(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new EnvironmentError(`${variable} must be the path of a PEM file that can be read.`);
  }
}
