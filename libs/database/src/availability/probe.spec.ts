import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { probe, probeReplica } from './probe.js';

describe(probe.name, () => {
  let server: Server;
  /** Handles a new connection to the server. */
  let welcome: (socket: Socket) => void;
  let config: { host: string; port: number };

  beforeEach(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      welcome(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    config = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  });
  afterEach(() => {
    jest.useRealTimers();
    server.close();
  });

  /** Sends a PostgreSQL error instead of accepting the login. */
  const refuse = (code: string) => (socket: Socket) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0MIt says so\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    socket.once('data', () => socket.end(Buffer.concat([head, fields])));
  };

  it.each([
    ['28P01', 'refusing'],
    ['53300', 'refusing'],
    ['3D000', 'refusing'],
    // The server is starting up or shutting down.
    ['57P03', 'unreachable'],
    ['57P01', 'unreachable'],
  ])('classifies a server that returns error %s as %s', async (code, kind) => {
    welcome = refuse(code);
    expect(await probe(config)).toEqual({ kind, reason: 'It says so' });
  });

  it('reports a server that hangs up as unreachable', async () => {
    welcome = (socket) => socket.destroy();
    expect(await probe(config)).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['a server', 5_000, () => probe(config)],
    ['a replica', 1_000, () => probeReplica(config, 'identity')],
  ])('waits for %s that does not respond no longer than %i ms', async (_, longest, look) => {
    const connected = new Promise<void>((resolve) => (welcome = () => resolve()));
    fakeTimers();
    const found = jest.fn();
    const looked = look().then(found);
    await connected;
    jest.advanceTimersByTime(longest - 1);
    await new Promise(setImmediate);
    expect(found).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await looked;
    expect(found).toHaveBeenCalledWith(expect.objectContaining({ kind: 'unreachable' }));
  });
});
