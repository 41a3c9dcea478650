import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { clientAddress, clientNetwork } from '../client-address/client-address.js';
import { streamOf } from '../listeners/http2.js';

/** Maximum unsent bytes of one connection, and of all connections of this process. */
export const MAX_UNSENT = { perConnection: 16 * 1024 ** 2, inAll: 48 * 1024 ** 2 };
/** Memory in bytes that an unsent response takes in addition to its body: stream, request, reply and headers. */
export const COST_OF_ANSWER = 16 * 1024;
/** Bytes that a streamed body buffers ahead. */
const READ_AHEAD = 64 * 1024;

type Connection = ServerHttp2Session | Socket;

interface Unsent {
  connection: Connection;
  /** Client network of the latest response. Behind a proxy, one connection serves many clients. */
  network: string;
  bytes: number;
}

/**
 * Bounds the memory of responses that clients don't read. A response counts from the moment it is ready
 * until the operating system has accepted it. A connection that exceeds its own limit is closed. When
 * all connections together exceed theirs, the largest connection of the client network with the most
 * unsent bytes is closed, which spares clients with little unsent data.
 */
export class UnsentAnswers {
  private readonly known = new WeakMap<Connection, Unsent>();
  /** Connections with unsent bytes. `MAX_UNSENT.inAll` bounds their number. */
  private readonly waiting = new Set<Unsent>();
  /** Unsent bytes of all connections. */
  bytes = 0;
  /** Number of connections closed because their clients did not read. */
  closed = 0;

  constructor(private readonly limits = MAX_UNSENT) {}

  /** Counts every response. Must be registered before hooks that may delay a response. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onSend', (request, reply, payload, done) => {
      const connection = connectionOf(request);
      if (connection) {
        const network = clientNetwork(clientAddress(request));
        this.add(connection, network, costOf(payload), reply.raw);
      }
      done(null, payload);
    });
  }

  add(connection: Connection, network: string, cost: number, answer: FastifyReply['raw']): void {
    if (connection.destroyed) return;
    const unsent = this.unsentOf(connection);
    unsent.network = network;
    unsent.bytes += cost;
    this.bytes += cost;
    this.waiting.add(unsent);
    answer.once('close', () => this.release(unsent, cost));
    if (unsent.bytes > this.limits.perConnection) this.close(unsent);
    while (this.bytes > this.limits.inAll) this.close(this.greediest());
  }

  private unsentOf(connection: Connection): Unsent {
    let unsent = this.known.get(connection);
    if (!unsent) {
      unsent = { connection, network: '', bytes: 0 };
      this.known.set(connection, unsent);
      // Node does not close pipelined responses that were waiting for their turn.
      connection.once('close', () => this.release(unsent!, unsent!.bytes));
    }
    return unsent;
  }

  private release(unsent: Unsent, cost: number): void {
    const released = Math.min(cost, unsent.bytes);
    unsent.bytes -= released;
    this.bytes -= released;
    if (unsent.bytes === 0) this.waiting.delete(unsent);
  }

  private close(unsent: Unsent): void {
    this.closed += 1;
    unsent.connection.destroy();
    this.release(unsent, unsent.bytes);
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

function costOf(payload: unknown): number {
  if (payload === null || payload === undefined) return COST_OF_ANSWER;
  // A string in the heap takes up to two bytes per character.
  if (typeof payload === 'string') return COST_OF_ANSWER + 2 * payload.length;
  return COST_OF_ANSWER + (Buffer.isBuffer(payload) ? payload.length : READ_AHEAD);
}
