import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { clientAddress, clientNetwork } from '../client-address/client-address.js';
import { streamOf } from '../listeners/http2.js';

/** Largest sum of the unsent answers of one connection, and of all connections of this process. */
export const MAX_UNSENT = { perConnection: 16 * 1024 ** 2, inAll: 48 * 1024 ** 2 };
/** Memory that an unsent answer takes besides its body: stream, request, reply and headers. */
export const COST_OF_ANSWER = 16 * 1024;
/** What is read ahead of a body that is sent as a stream. */
const READ_AHEAD = 64 * 1024;

type Connection = ServerHttp2Session | Socket;

interface Unsent {
  connection: Connection;
  /** The client of its latest answer: behind a proxy, one connection serves many clients. */
  network: string;
  bytes: number;
}

/**
 * Bounds the memory of answers that clients do not read. An answer counts from the moment it is ready
 * until the operating system has taken it. A connection that exceeds its own limit is closed. Once
 * all connections together exceed theirs, the largest connection of the client network with the most
 * unsent bytes is closed, which spares clients that wait for little.
 */
export class UnsentAnswers {
  private readonly known = new WeakMap<Connection, Unsent>();
  /** Those with unsent bytes. `MAX_UNSENT.inAll` bounds how many there are. */
  private readonly waiting = new Set<Unsent>();
  /** Unsent bytes of all connections. */
  bytes = 0;
  /** Number of connections closed because their clients did not read. */
  closed = 0;

  constructor(private readonly limits = MAX_UNSENT) {}

  /** Counts every answer. Must be registered before hooks that may delay an answer. */
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
      // Node does not close pipelined answers that were waiting for their turn.
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

/** Undefined for requests that came over no network, and for connections that are closed. */
function connectionOf({ raw }: FastifyRequest): Connection | undefined {
  if (!raw.arrival) return undefined;
  const stream = streamOf(raw);
  return stream ? (stream.session as ServerHttp2Session | undefined) : raw.socket;
}

function costOf(payload: unknown): number {
  if (payload === null || payload === undefined) return COST_OF_ANSWER;
  // In the heap, a text takes up to two bytes a character.
  if (typeof payload === 'string') return COST_OF_ANSWER + 2 * payload.length;
  return COST_OF_ANSWER + (Buffer.isBuffer(payload) ? payload.length : READ_AHEAD);
}
