import type { Server } from 'node:http';
import type { Environment } from '#libs/config/src/environment.js';
import { canonicalAddress, clientNetwork } from '../client-address/client-address.js';
import { trustedProxies } from '../client-address/trusted-proxies.js';
import { isLoopback } from './allowed-hosts.js';

const MAX_PER_ADDRESS = 256;

/**
 * Bounds the connections of this process in all, and of each client network, so that no client can
 * take the place of the others by holding connections open. Trusted proxies have no bound of their
 * own, for they bring many clients; nor has this machine itself, unless the environment says so.
 */
export class ConnectionLimits {
  private readonly open = new Map<string, number>();
  private readonly isTrusted: ReturnType<typeof trustedProxies>;
  /** Connections that were closed at once because there were too many. */
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
