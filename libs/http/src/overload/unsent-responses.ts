import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { clientAddress, clientNetwork } from '../client-address/client-address.js';
import { streamOf } from '../listeners/stream-of.js';

/** Maximum unsent bytes of one connection, and of all connections of this process. */
const MAX_UNSENT = { perConnection: 16 * 1024 ** 2, inAll: 48 * 1024 ** 2 };
/** Memory in bytes that an unsent response takes in addition to its body: stream, request, reply and headers. */
const RESPONSE_COST = 16 * 1024;
/** Bytes that a streamed body buffers ahead. */
const READ_AHEAD = 64 * 1024;
/**
 * Milliseconds in which a client must accept a ready response. Node's own timeouts do not end a stalled
 * HTTP/2 stream while anything else moves on its connection, such as pings. A streamed body waits in
 * its source, which has its own limit.
 */
export const LONGEST_SENDING_MS = 300_000;
const SWEEP_MS = 15_000;

type Connection = ServerHttp2Session | Socket;

/** A response that is ready to be sent. */
export interface ReadyResponse {
  /** Bytes of memory. */
  cost: number;
  isStream: boolean;
}

interface Unsent {
  connection: Connection;
  /** Client network of the latest response. Behind a proxy, one connection serves many clients. */
  network: string;
  /** Ready responses, with the time by which each must be sent. */
  ready: Map<ReadyResponse, number>;
  bytes: number;
}

/**
 * Bounds the memory of responses that clients don't read. A response counts from the moment it is ready
 * until the operating system has accepted it. A connection that exceeds its own limit is closed. When
 * all connections together exceed theirs, the largest connection of the client network with the most
 * unsent bytes is closed, which spares clients with little unsent data. A connection is also closed when
 * a response is not accepted in time.
 */
export class UnsentResponses {
  private readonly known = new WeakMap<Connection, Unsent>();
  /** Connections with unsent bytes. `MAX_UNSENT.inAll` bounds their number. */
  private readonly waiting = new Set<Unsent>();
  /** Unsent bytes of all connections. */
  bytes = 0;
  /** Number of connections closed because their clients did not read. */
  closed = 0;
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits = MAX_UNSENT,
    private readonly now = () => performance.now(),
  ) {}

  /** Hook that counts every response, and drops those whose client has left. */
  readonly count: onSendHookHandler = (request, reply, payload, done) => {
    if (request.socket.destroyed) {
      // Fastify closes it on the response's `close` event, which has passed.
      if (payload instanceof Readable) payload.destroy();
      return done(null, '');
    }
    const connection = connectionOf(request);
    if (connection) {
      const network = clientNetwork(clientAddress(request));
      this.add(connection, network, readyResponse(payload), reply.raw);
    }
    done(null, payload);
  };

  /** Starts closing late connections periodically. */
  start(): void {
    this.sweep = setInterval(() => this.closeLate(), SWEEP_MS).unref();
  }

  stop(): void {
    clearInterval(this.sweep);
  }

  add(
    connection: Connection,
    network: string,
    body: ReadyResponse,
    response: FastifyReply['raw'],
  ): void {
    const unsent = this.unsentOf(connection);
    unsent.network = network;
    unsent.ready.set(body, body.isStream ? Infinity : this.now() + LONGEST_SENDING_MS);
    unsent.bytes += body.cost;
    this.bytes += body.cost;
    this.waiting.add(unsent);
    response.once('close', () => this.release(unsent, body));
    if (unsent.bytes > this.limits.perConnection) this.close(unsent);
    while (this.bytes > this.limits.inAll) this.close(this.greediest());
  }

  /** Closes the connections with a response that was not accepted in time. */
  closeLate(): void {
    const now = this.now();
    for (const unsent of this.waiting) {
      if ([...unsent.ready.values()].some((deadline) => deadline <= now)) this.close(unsent);
    }
  }

  private unsentOf(connection: Connection): Unsent {
    let unsent = this.known.get(connection);
    if (!unsent) {
      unsent = { connection, network: '', ready: new Map(), bytes: 0 };
      this.known.set(connection, unsent);
    }
    return unsent;
  }

  private release(unsent: Unsent, body: ReadyResponse): void {
    if (!unsent.ready.delete(body)) return;
    unsent.bytes -= body.cost;
    this.bytes -= body.cost;
    if (unsent.ready.size === 0) this.waiting.delete(unsent);
  }

  private releaseAll(unsent: Unsent): void {
    for (const body of unsent.ready.keys()) this.release(unsent, body);
  }

  private close(unsent: Unsent): void {
    this.closed += 1;
    unsent.connection.destroy();
    this.releaseAll(unsent);
  }

  private greediest(): Unsent {
    const ofNetwork = new Map<string, number>();
    for (const { network, bytes } of this.waiting) {
      ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + bytes);
    }
    const most = Math.max(...ofNetwork.values());
    return [...this.waiting]
      .filter(({ network }) => ofNetwork.get(network) === most)
      .reduce((a, b) => (b.bytes > a.bytes ? b : a));
  }
}

/** Returns the request's connection. Undefined for injected requests and closed connections. */
function connectionOf({ raw }: FastifyRequest): Connection | undefined {
  if (!raw.arrival) return undefined;
  const stream = streamOf(raw);
  return stream ? (stream.session as ServerHttp2Session | undefined) : raw.socket;
}

function readyResponse(payload: unknown): ReadyResponse {
  if (payload === null || payload === undefined) return { cost: RESPONSE_COST, isStream: false };
  // A string in the heap takes up to two bytes per character.
  if (typeof payload === 'string') {
    return { cost: RESPONSE_COST + 2 * payload.length, isStream: false };
  }
  return Buffer.isBuffer(payload)
    ? { cost: RESPONSE_COST + payload.length, isStream: false }
    : { cost: RESPONSE_COST + READ_AHEAD, isStream: true };
}
