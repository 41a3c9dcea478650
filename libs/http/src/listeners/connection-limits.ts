import type { Server } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { canonicalAddress, clientNetwork } from '../client-address/client-address.js';
import { trustedProxies } from '../client-address/trusted-proxies.js';
import { isLoopback } from './allowed-hosts.js';

const MAX_PER_ADDRESS = 256;

/**
 * Bounds the open connections in total and per client network, so that no client can lock out others by
 * holding connections open. Trusted proxies have no limit of their own, because they serve many clients.
 * Loopback has none either, unless the environment sets one.
 */
export class ConnectionLimits {
  private readonly open = new Map<string, number>();
  private readonly isTrusted: ReturnType<typeof trustedProxies>;
  /** Number of connections closed because a limit was reached. */
  refused = 0;

  constructor(private readonly environment: Environment) {
    this.isTrusted = trustedProxies(environment);
  }

  apply(server: Server): void {
    server.maxConnections = this.environment.MAX_CONNECTIONS;
    server.on('drop', () => this.refused++);
    server.on('connection', (socket) => {
      const address = canonicalAddress(socket.remoteAddress);
      if (!address || this.isTrusted(address, 0)) return;
      const network = clientNetwork(address);
      const count = this.open.get(network) ?? 0;
      if (count >= this.limitOf(address)) {
        this.refused++;
        socket.destroy();
        return;
      }
      this.open.set(network, count + 1);
      socket.once('close', () => this.closed(network));
    });
  }

  private limitOf(address: string): number {
    const { MAX_CONNECTIONS_PER_ADDRESS } = this.environment;
    return MAX_CONNECTIONS_PER_ADDRESS ?? (isLoopback(address) ? Infinity : MAX_PER_ADDRESS);
  }

  private closed(network: string): void {
    const left = this.open.get(network)! - 1;
    if (left > 0) this.open.set(network, left);
    else this.open.delete(network);
  }
}
