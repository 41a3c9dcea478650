import { lookup as lookUpHost, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { VERSION } from '#libs/config/src/version.js';
import { isPublicAddress } from './public-address.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Headers that identify a version of a file; null for unknown ones. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A file with the validators of its version. */
export type DownloadedFile = Validators & { content: Readable };

/** The message is a sentence for admins. */
export class DownloadError extends Error {}

interface DownloaderOptions {
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
 * Downloads files by HTTPS from public hosts. Admins choose the URLs, and the hosts choose where
 * these redirect, so neither may reach the operator's own network.
 */
export class FileDownloader {
  private readonly isAllowed: (address: string) => boolean;
  private readonly resolve: typeof lookUpHost;
  private readonly agent: Agent;
  private readonly idleMs: number;

  constructor({
    isAllowed = isPublicAddress,
    resolve = lookUpHost,
    ca,
    idleMs = 60_000,
  }: DownloaderOptions = {}) {
    this.isAllowed = isAllowed;
    this.resolve = resolve;
    this.agent = new Agent({ ca });
    this.idleMs = idleMs;
  }

  /**
   * Requests a file.
   *
   * @param known validators of the version that the caller has
   * @returns the file, or undefined if it has not changed
   * @throws DownloadError, or an error of the network
   */
  async download(
    url: string,
    known: Validators,
    signal: AbortSignal,
  ): Promise<DownloadedFile | undefined> {
    let address = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.ask(address, known, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return fileOf(response, address);
      response.destroy();
      if (statusCode === 304 && (known.etag ?? known.lastModified) !== null) return undefined;
      if (!REDIRECTS.includes(statusCode) || !headers.location) {
        throw new DownloadError(`${address.host} returned the status ${statusCode}.`);
      }
      if (!URL.canParse(headers.location, address)) {
        throw new DownloadError(`${address.host} redirects to an invalid URL.`);
      }
      address = new URL(headers.location, address);
    }
    throw new DownloadError(`${address.host} redirects more than ${MAX_REDIRECTS} times.`);
  }

  private async ask(
    url: URL,
    { etag, lastModified }: Validators,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:' || url.username || url.password) {
      throw new DownloadError(`${url.host} redirects to a URL that is not a plain https:// URL.`);
    }
    // Node connects to these without a lookup.
    if (isIP(host) && !this.isAllowed(host)) throw notPublic(host);
    const asking = request(url, {
      agent: this.agent,
      lookup: this.lookup,
      signal,
      timeout: this.idleMs,
      headers: {
        'user-agent': `minnesota-business-directory/${VERSION}`,
        'accept-encoding': 'gzip',
        ...(etag !== null && { 'if-none-match': etag }),
        ...(lastModified !== null && { 'if-modified-since': lastModified }),
      },
    });
    asking.once('timeout', () => asking.destroy(this.silent(url)));
    asking.once('socket', (socket: Socket) =>
      socket.once('connect', () => {
        if (!this.isAllowed(socket.remoteAddress ?? '')) asking.destroy(notPublic(host));
      }),
    );
    // Once the response begins, its stream reports errors.
    asking.on('error', () => {});
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    asking.once('timeout', () => response.destroy(this.silent(url)));
    return response;
  }

  private silent({ host }: URL): DownloadError {
    return new DownloadError(`${host} sent nothing for ${this.idleMs / 1000} seconds.`);
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

function fileOf(response: IncomingMessage, { host }: URL): DownloadedFile {
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  const coding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return { content: response, etag, lastModified };
  if (coding !== 'gzip' && coding !== 'x-gzip') {
    response.destroy();
    throw new DownloadError(`${host} sent the file with the unknown encoding ${coding}.`);
  }
  const content = pipeline(response, createGunzip(), () => {});
  return { content, etag, lastModified };
}

const notPublic = (host: string) =>
  new DownloadError(`${host} is not a host on the public internet.`);
