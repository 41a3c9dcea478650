import Negotiator from 'negotiator';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Supported codings in the server's order of preference. */
const CODINGS = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof CODINGS)[number];

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/**
 * Brotli quality. The highest one (11) costs a hundred times as much to save a tenth of the bytes.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Adds the second parameter, which the type declarations of the package lack. */
interface WithPreference {
  encoding<T extends string>(
    available: readonly T[],
    options: { preferred: readonly T[] },
  ): T | undefined;
}

/**
 * Chooses the content coding for a request from its Accept-Encoding header (RFC 9110, section
 * 12.5.3).
 */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding {
  if (!acceptEncoding) return 'identity';
  const headers = { 'accept-encoding': acceptEncoding };
  const negotiator = new Negotiator({ headers }) as WithPreference;
  return negotiator.encoding(CODINGS, { preferred: CODINGS }) ?? 'identity';
}

export async function encode(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'br') return brotli(bytes, BROTLI);
  return coding === 'gzip' ? deflate(bytes) : bytes;
}
