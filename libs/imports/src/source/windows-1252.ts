/**
 * Characters of the bytes 128 to 255 in Windows-1252. The five undefined ones are control
 * characters, as in the Encoding Standard. Node 20 decodes bytes below 160 as Latin-1.
 */
export const WINDOWS_1252: readonly string[] = [
  ...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ',
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)),
];

/**
 * Matches non-ASCII bytes, each one character of the text: a UTF-8 sequence (RFC 3629, section 4)
 * or else a single byte.
 */
export const MIXED_UTF8 =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

/** Incomplete UTF-8 sequence at the end of a chunk, which the next chunk may complete. */
const UNFINISHED = /[\xc2-\xf4][\x80-\xbf]{0,2}$/;

/**
 * Decodes Windows-1252 mixed with UTF-8. One invalid byte in a UTF-8 file doesn't affect the rest.
 */
export class Windows1252Decoder {
  private rest = '';

  /** @param options.stream whether more bytes follow, as for `TextDecoder` */
  decode(bytes?: Buffer, { stream = false } = {}): string {
    const text = this.rest + (bytes?.toString('latin1') ?? '');
    this.rest = (stream && UNFINISHED.exec(text)?.[0]) || '';
    return decode(text.slice(0, text.length - this.rest.length));
  }
}

function decode(text: string): string {
  return text.replace(MIXED_UTF8, (sequence) =>
    sequence.length > 1
      ? Buffer.from(sequence, 'latin1').toString()
      : WINDOWS_1252[sequence.charCodeAt(0) - 0x80]!,
  );
}
