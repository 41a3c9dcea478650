import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  /** Bytes as sent, which may be compressed. */
  bytes: Buffer;
}

/** Sends a request without adding headers or decoding the response, unlike fetch. */
export async function rawRequest(
  url: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<RawResponse> {
  const [response] = (await once(request(url, { method, headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  return {
    status: response.statusCode!,
    headers: response.headers as Record<string, string>,
    bytes: await buffer(response),
  };
}
