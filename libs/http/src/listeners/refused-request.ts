import { IncomingMessage, maxHeaderSize, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { SURFACES } from '../surfaces/surfaces.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Reason to refuse the request on any route, for example because it is not valid HTTP. */
    refusal?: ApiError;
  }
}

/** Error from Node's HTTP parser. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The last data received, which contains the error; not set on a timeout. */
  rawPacket?: Buffer;
}

/** Target of a request whose target is unreadable. It counts as an API request. */
const UNKNOWN_TARGET = SURFACES.api.prefix;
/** Maximum number of characters kept of an overlong or malformed URL. */
const LONGEST_TARGET = 200;

/** Line length from which the request line alone exceeds Node's limit; the packet may lack its end. */
const LONGEST_LINE = maxHeaderSize - 100;

const REQUEST_LINE = /^([A-Z]+) ([!-~\x80-\xff]+)/;
const AS_TYPED = /^\/.*[\x80-\xff]/;
const HTTP_1_1 = /^[^ ]+ [^ ]+ HTTP\/1\.1$/;
/** Matches each space in one way only, so that no header takes long to refuse. */
const HEADER =
  /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(?:([!-~\x80-\xff]+(?:[ \t]+[!-~\x80-\xff]+)*)[ \t]*)?$/;
const WITHOUT_BODY = ['GET', 'HEAD'];

/**
 * Builds a request from input that Node's parser rejected, as far as it is readable. The request is
 * refused unless its only fault is a URL without percent-encoding (`?q=café`).
 */
export function refusedRequest(error: ParseError, socket: Socket): IncomingMessage {
  const packet = error.rawPacket?.toString('latin1') ?? '';
  const [line, method = '', target = UNKNOWN_TARGET] = REQUEST_LINE.exec(packet) ?? [];
  const request = new IncomingMessage(socket);
  request.httpVersionMajor = request.httpVersionMinor = 1;
  request.httpVersion = '1.1';
  request.method = METHODS.includes(method) ? method : 'GET';
  request.complete = true;
  request.push(null);

  const isWithinLimit = packet.length < maxHeaderSize;
  const headers = isWithinLimit && isAsTyped(error, method, target) ? headersOf(packet) : undefined;
  if (headers) {
    request.url = percentEncoded(target);
    request.headers = headers;
  } else {
    request.url = percentEncoded(target.slice(0, LONGEST_TARGET));
    request.refusal = refusalOf(error, line !== undefined && line.length >= LONGEST_LINE);
  }
  return request;
}

function isAsTyped({ code }: ParseError, method: string, target: string): boolean {
  return code === 'HPE_INVALID_URL' && WITHOUT_BODY.includes(method) && AS_TYPED.test(target);
}

/** Returns the headers if they are complete and valid and no body follows. */
function headersOf(packet: string): IncomingMessage['headers'] | undefined {
  const [head, rest] = packet.split('\r\n\r\n', 2) as [string, string?];
  if (rest !== '') return undefined;
  const [requestLine, ...lines] = head.split('\r\n');
  if (!HTTP_1_1.test(requestLine!)) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    if (key === 'host' && key in headers) return undefined;
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  return hasBody || !('host' in headers) ? undefined : headers;
}

/** Percent-encodes non-ASCII bytes (RFC 3986). */
function percentEncoded(target: string): string {
  return target.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function refusalOf({ code }: ParseError, isAllAddress = false): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return isAllAddress ? uriTooLong() : headersTooLarge();
    case 'HPE_INVALID_URL':
      if (isAllAddress) return uriTooLong();
      return new ApiError(
        'malformed_request',
        'Start the URL with a slash and percent-encode non-ASCII characters: é is %C3%A9.',
      );
    default:
      return new ApiError(
        'malformed_request',
        'The request is not valid HTTP (RFC 9112). Check its first line and headers.',
      );
  }
}

export function uriTooLong(): ApiError {
  return new ApiError('uri_too_long', 'Shorten the URL to less than 16 kB.');
}

/** Returns the error for a request whose headers and URL together are too large. */
export function headersTooLarge(): ApiError {
  return new ApiError('request_header_too_large', 'Send less than 16 kB of headers.');
}
