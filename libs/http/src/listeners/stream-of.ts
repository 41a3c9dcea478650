import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';

/** Returns the request's HTTP/2 stream, or undefined for HTTP/1.1. */
export function streamOf(request: IncomingMessage): ServerHttp2Stream | undefined {
  return request.httpVersionMajor === 2
    ? (request as unknown as Http2ServerRequest).stream
    : undefined;
}
