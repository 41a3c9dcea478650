import { lookup as lookUpHost, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { VERSION } from '#libs/config/src/project-root.js';

/** The message is a sentence for the user who chose the URL. */
export class OutgoingError extends Error {}

export interface OutgoingOptions {
  /** Decides to which IP addresses it may connect. */
  isAllowed?: (address: string) => boolean;
  /** Resolves host names. */
  resolve?: typeof lookUpHost;
  /** Certificate authorities to trust, in PEM. Those of Node by default. */
  ca?: string | Buffer;
  /** Maximum time in milliseconds without any data. */
  idleMs?: number;
}

/**
 * Sends requests by HTTPS to public hosts. Users choose the URLs, so none may reach the operator's
 * own network.
 */
export class OutgoingRequests {
  private readonly isAllowed: (address: string) => boolean;
  private readonly resolve: typeof lookUpHost;
  private readonly agent: Agent;
  private readonly idleMs: number;

  constructor({
    isAllowed = isPublicAddress,
    resolve = lookUpHost,
    ca,
    idleMs = 60_000,
  }: OutgoingOptions = {}) {
    this.isAllowed = isAllowed;
    this.resolve = resolve;
    this.agent = new Agent({ ca });
    this.idleMs = idleMs;
  }

  /**
   * Checks what a URL reveals without a lookup.
   *
   * @throws OutgoingError
   */
  check(url: URL): void {
    const host = hostOf(url);
    if (url.protocol !== 'https:' || url.username || url.password) {
      throw new OutgoingError(`The address at ${url.host} is not a plain https:// URL.`);
    }
    // Node connects to these without a lookup.
    if (isIP(host) && !this.isAllowed(host)) throw notPublic(host);
  }

  /**
   * Sends a request and returns the response, whose body the caller reads or destroys. Redirects
   * are not followed.
   *
   * @throws OutgoingError, or an error of the network
   */
  async send(
    url: URL,
    { headers, ...options }: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
    body?: string,
  ): Promise<IncomingMessage> {
    this.check(url);
    const host = hostOf(url);
    const sending = request(url, {
      ...options,
      agent: this.agent,
      lookup: this.lookup,
      timeout: this.idleMs,
      headers: { 'user-agent': `minnesota-business-directory/${VERSION}`, ...headers },
    });
    sending.once('timeout', () => sending.destroy(this.silent(url)));
    sending.once('socket', (socket: Socket) =>
      socket.once('connect', () => {
        if (!this.isAllowed(socket.remoteAddress ?? '')) sending.destroy(notPublic(host));
      }),
    );
    // Once the response begins, its stream reports errors.
    sending.on('error', () => {});
    // Node reports no error if the host switches to another protocol.
    sending.once('close', () =>
      sending.emit('error', new OutgoingError(`${host} sent no response.`)),
    );
    sending.end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    sending.once('timeout', () => response.destroy(this.silent(url)));
    return response;
  }

  private silent({ host }: URL): OutgoingError {
    return new OutgoingError(`${host} sent nothing for ${this.idleMs / 1000} seconds.`);
  }

  /**
   * Resolves a host name for a connection, which then uses only the returned addresses. A second
   * lookup, which a hostile name server could answer differently, never happens.
   */
  private readonly lookup: LookupFunction = (host, options, done) => {
    this.resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => this.isAllowed(address));
      const [first] = allowed;
      if (!first) return done(notPublic(host), []);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

const notPublic = (host: string) =>
  new OutgoingError(`${host} is not a host on the public internet.`);

/** Addresses of IPv6 that belong to public hosts. Everything else is special, or not assigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reports whether an IP address belongs to a host on the public internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // Also unwraps IPv4 addresses that are mapped into IPv6.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
