import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ConnectionLimits } from './connection-limits.js';

describe(ConnectionLimits.name, () => {
  let limits: ConnectionLimits;

  /** Applies the limits to a server without sockets. Returns a function that connects to it. */
  function applyToEvents(variables: Record<string, string>) {
    limits = new ConnectionLimits(loadEnvironment(variables));
    const events = new EventEmitter();
    limits.apply(events as Server);
    return (remoteAddress = '192.0.2.7') => {
      const destroy = jest.fn();
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy });
      events.emit('connection', socket);
      return { isKept: destroy.mock.calls.length === 0, end: () => socket.emit('close') };
    };
  }

  it('does not limit one address for connections of another', () => {
    const arrive = applyToEvents({ MAX_CONNECTIONS_PER_ADDRESS: '1' });
    const addresses = ['127.0.0.1', '127.0.0.1', '127.0.0.2'];
    expect(addresses.map((address) => arrive(address).isKept)).toEqual([true, false, true]);
  });

  it.each(['192.0.2.7', '1', 'true'])('does not limit trusted proxies: %s', (TRUST_PROXY) => {
    const arrive = applyToEvents({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY });
    expect([arrive().isKept, arrive().isKept]).toEqual([true, true]);
  });

  it.each([
    ['192.0.2.7', () => '192.0.2.7'],
    ['an IPv6 network', (n: number) => `2001:db8:1:2::${n.toString(16)}`],
  ])('keeps 256 connections of %s by default', (_, addressOf) => {
    const arrive = applyToEvents({});
    const kept = Array.from({ length: 257 }, (_, n) => arrive(addressOf(n)).isKept);
    expect(kept).toEqual([...Array<boolean>(256).fill(true), false]);
    expect(limits.refused).toBe(1);
  });

  it.each([1, 2, 3])('admits one connection for each that closes, at a limit of %i', (most) => {
    const arrive = applyToEvents({ MAX_CONNECTIONS_PER_ADDRESS: String(most) });
    const arriveUntilRefused = () => {
      const kept = [];
      for (let next = arrive(); next.isKept && kept.length < 10; next = arrive()) kept.push(next);
      return kept;
    };
    const first = arriveUntilRefused();
    expect(first).toHaveLength(most);
    first[0]!.end();
    const second = arriveUntilRefused();
    expect(second).toHaveLength(1);
    for (const { end } of [...first.slice(1), ...second]) end();
    expect(arriveUntilRefused()).toHaveLength(most);
  });

  it.each(['127.0.0.1', '::1'])('does not limit this machine by default: %s', (address) => {
    const arrive = applyToEvents({});
    const kept = Array.from({ length: 257 }, () => arrive(address).isKept);
    expect(kept).not.toContain(false);
  });

  it('limits all connections in total', async () => {
    limits = new ConnectionLimits(
      loadEnvironment({ MAX_CONNECTIONS: '2', TRUST_PROXY: 'loopback' }),
    );
    const server = createServer((_, response) => response.end());
    limits.apply(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const clients: Socket[] = [];
    /** Opens a connection and reports whether the server keeps it, as shown by a response. */
    const isKept = () =>
      new Promise<boolean>((resolve) => {
        const client = connect({ port, host: '127.0.0.1' }).on('error', () => {});
        clients.push(client);
        client.once('data', () => resolve(true)).once('close', () => resolve(false));
        client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      });
    expect([await isKept(), await isKept(), await isKept()]).toEqual([true, true, false]);
    expect(limits.refused).toBe(1);
    for (const client of clients) client.destroy();
    server.close();
  });
});
