import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenOnLoopback } from './free-port.ts';

/** A TCP proxy that can delay responses or drop all data. */
export class SlowProxy {
  /** Milliseconds by which the next answers are delayed. */
  delay = 0;
  /** Simulates a black hole: data is accepted and never delivered. */
  isSilent = false;
  private readonly sockets = new Set<Socket>();
  private forgotten = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(port: number): Promise<SlowProxy> {
    const server = createServer();
    const proxy = new SlowProxy(server, await listenOnLoopback(server));
    server.on('connection', (client) => proxy.join(client, connect(port, '127.0.0.1')));
    return proxy;
  }

  /** Silences the current connections. New ones are not affected. */
  forgetConnections(): void {
    this.forgotten = new Set(this.sockets);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, server: Socket): void {
    const isSilent = () => this.isSilent || this.forgotten.has(client);
    client.on('data', (sent) => isSilent() || server.write(sent));
    server.on('data', (answer) => {
      if (!isSilent()) setTimeout(() => client.write(answer), this.delay);
    });
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        client.destroy();
        // A silent connection does not pass on its end either.
        if (!isSilent()) server.destroy();
      });
    }
  }
}
