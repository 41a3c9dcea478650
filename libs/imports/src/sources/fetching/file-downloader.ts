import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  OutgoingError,
  type OutgoingOptions,
  OutgoingRequests,
} from '#libs/outgoing/src/outgoing-requests.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Headers that identify a version of a file; null for unknown ones. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A file with the validators of its version. */
export type DownloadedFile = Validators & { content: Readable };

/**
 * Downloads files by HTTPS from public hosts. Admins choose the URLs, and the hosts choose where
 * these redirect, so neither may reach the operator's own network.
 */
export class FileDownloader {
  private readonly requests: OutgoingRequests;

  constructor(options: OutgoingOptions = {}) {
    this.requests = new OutgoingRequests(options);
  }

  /**
   * Requests a file.
   *
   * @param known validators of the version that the caller has
   * @returns the file, or undefined if it has not changed
   * @throws OutgoingError, or an error of the network
   */
  async download(
    url: string,
    known: Validators,
    signal: AbortSignal,
  ): Promise<DownloadedFile | undefined> {
    const { etag, lastModified } = known;
    const requested = {
      'accept-encoding': 'gzip',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    let address = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await this.requests.send(address, { headers: requested, signal });
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return fileOf(response, address);
      response.destroy();
      if (statusCode === 304 && (etag ?? lastModified) !== null) return undefined;
      if (!REDIRECTS.includes(statusCode) || !headers.location) {
        throw new OutgoingError(`${address.host} returned the status ${statusCode}.`);
      }
      if (!URL.canParse(headers.location, address)) {
        throw new OutgoingError(`${address.host} redirects to an invalid URL.`);
      }
      address = new URL(headers.location, address);
    }
    throw new OutgoingError(`${address.host} redirects more than ${MAX_REDIRECTS} times.`);
  }
}

function fileOf(response: IncomingMessage, { host }: URL): DownloadedFile {
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  const coding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return { content: response, etag, lastModified };
  if (coding !== 'gzip' && coding !== 'x-gzip') {
    response.destroy();
    throw new OutgoingError(`${host} sent the file with the unknown encoding ${coding}.`);
  }
  const content = pipeline(response, createGunzip(), () => {});
  return { content, etag, lastModified };
}
