import { ImportRefusedError } from './limits.js';
import { Windows1252Decoder } from './windows-1252.js';

/** Recognized encodings by their common names. */
export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Maximum share of NUL bytes in a damaged text file, which is read without them. */
const MAX_NULS = 0.01;

/**
 * Detects a file's encoding: by its byte order mark; else UTF-8 if the whole file is valid UTF-8;
 * else UTF-16 if it looks like it; else Windows-1252 (whose printable characters include Latin-1).
 */
export async function detectEncoding(bytes: AsyncIterable<Buffer>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let length = 0;
  let nuls = 0;
  for await (const chunk of bytes) {
    const wide = length === 0 && (byteOrderMark(chunk) ?? looksLikeUtf16(chunk));
    if (wide) return wide;
    length += chunk.length;
    nuls += nulsIn(chunk);
    if (nuls > length * MAX_NULS) {
      throw new ImportRefusedError('It is not a text file, because it contains NUL bytes.');
    }
    isUtf8 &&= decodes(utf8, chunk);
    if (!isUtf8 && chunk.some(isControl)) {
      throw new ImportRefusedError(
        'It is not a text file in a supported encoding. Save it as UTF-8.',
      );
    }
  }
  return isUtf8 && decodes(utf8) ? 'UTF-8' : 'Windows-1252';
}

/** Decodes a file in chunks, without its byte order mark and with spaces in place of NULs. */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder =
    encoding === 'Windows-1252' ? new Windows1252Decoder() : new TextDecoder(encoding);
  let isFirst = true;
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true }).replaceAll('\0', ' ');
    // Windows-1252 mixed with UTF-8 may have the mark of UTF-8.
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
  yield decoder.decode();
}

function byteOrderMark(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  return undefined;
}

/**
 * Detects UTF-16 by its zero bytes: in Western text, half of the bytes are zero, always on the
 * same side.
 */
function looksLikeUtf16(bytes: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  const [even, odd] = zeros as [number, number];
  const many = bytes.length / 4;
  if (odd > many && even === 0) return 'UTF-16LE';
  if (even > many && odd === 0) return 'UTF-16BE';
  return undefined;
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

function nulsIn(chunk: Buffer): number {
  let count = 0;
  for (let at = -1; (at = chunk.indexOf(0, at + 1)) >= 0;) count++;
  return count;
}

function isControl(byte: number): boolean {
  return (
    byte > 0 && byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d
  );
}
