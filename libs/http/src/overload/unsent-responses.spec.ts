import type { FastifyReply } from 'fastify';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { LONGEST_SENDING_MS, UnsentResponses } from './unsent-responses.js';

const LIMITS = { perConnection: 10, inAll: 30 };
const CLIENT = '192.0.2.1';
const OTHER = '192.0.2.2';

class TestConnection extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
  }
}

describe(UnsentResponses.name, () => {
  let responses: UnsentResponses;
  let now: number;

  beforeEach(() => {
    now = 0;
    responses = new UnsentResponses(LIMITS, () => now);
  });

  const add = (connection: TestConnection, cost: number, network = CLIENT, isStream = false) => {
    const response = new EventEmitter();
    const socket = connection as unknown as Socket;
    const raw = response as unknown as FastifyReply['raw'];
    responses.add(socket, network, { cost, isStream }, raw);
    return response;
  };
  const open = (cost: number, network = CLIENT) => {
    const connection = new TestConnection();
    add(connection, cost, network);
    return connection;
  };

  it('closes a connection at the first byte over its limit', () => {
    const connection = open(4);
    add(connection, 6);
    expect(connection.destroyed).toBe(false);
    add(connection, 1);
    expect(connection.destroyed).toBe(true);
    expect([responses.bytes, responses.closed]).toEqual([0, 1]);
  });

  it('releases the bytes of sent responses', () => {
    const connection = new TestConnection();
    const sent = add(connection, 4);
    add(connection, 6);
    sent.emit('close');
    expect(responses.bytes).toBe(6);
    add(connection, 4);
    expect(connection.destroyed).toBe(false);
  });

  it('releases the bytes of a closed connection exactly once', () => {
    const connection = new TestConnection();
    const cut = add(connection, 4);
    add(connection, 7);
    open(1);
    cut.emit('close');
    expect(responses.bytes).toBe(1);
  });

  it('closes the largest connection of the client with the most bytes once the total exceeds the limit', () => {
    const single = open(9, OTHER);
    const small = open(6);
    const large = open(8);
    const last = open(7);
    expect([single, small, large, last].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const next = open(1);
    expect([single, small, large, last, next].map(({ destroyed }) => destroyed)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(responses.bytes).toBe(23);
  });

  it('closes a connection five minutes after an answer was ready that it has not taken', () => {
    const stalled = open(1);
    const reading = new TestConnection();
    const streamed = new TestConnection();
    add(streamed, 1, CLIENT, true);
    const sent = add(reading, 1);
    now = 1;
    const later = open(1);
    now = LONGEST_SENDING_MS - 1;
    responses.closeLate();
    expect(stalled.destroyed).toBe(false);
    sent.emit('close');
    now = LONGEST_SENDING_MS;
    responses.closeLate();
    const closed = [stalled, reading, streamed, later].map(({ destroyed }) => destroyed);
    expect(closed).toEqual([true, false, false, false]);
    expect([responses.bytes, responses.closed]).toEqual([2, 1]);
  });

  it('closes connections until the total is within the limit', () => {
    const connections = Array.from({ length: 30 }, () => open(1));
    open(10, OTHER);
    expect(connections.filter(({ destroyed }) => destroyed)).toHaveLength(10);
    expect(responses.bytes).toBe(30);
  });
});
