import { SaxesParser } from 'saxes';
import { ImportRefusedError } from '../limits.js';

/** Maximum nesting depth of XML elements; workbooks need ten. */
const MAX_NESTED = 64;
/** Maximum characters of a tag or text; cells have at most 32,767. */
const MAX_TOKEN = 1_000_000;

/** Callbacks for the parts of an XML document, with names without prefixes. */
export interface XmlHandler {
  open?: (name: string, attribute: (name: string) => string | undefined) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Parses a streamed XML document. Holds at most one tag or text. Omits phonetic readings (`rPh`),
 * which repeat the text before them.
 *
 * @param take returns the handler's results, which are yielded after each chunk
 * @throws ImportRefusedError if the XML is invalid or exceeds a limit
 */
export async function* readXml<T>(
  pieces: AsyncIterable<Buffer>,
  handler: XmlHandler,
  take: () => T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  let sinceEvent = 0;
  let inReading = false;
  const met = (change: number) => {
    sinceEvent = 0;
    depth += change;
    if (depth > MAX_NESTED) throw new ImportRefusedError(DAMAGED);
  };
  parser.on('error', () => {
    throw new ImportRefusedError(DAMAGED);
  });
  parser.on('doctype', () => {
    throw new ImportRefusedError(DAMAGED);
  });
  parser.on('opentag', ({ name, attributes }) => {
    met(1);
    if (withoutPrefix(name) === 'rPh') inReading = true;
    handler.open?.(withoutPrefix(name), (wanted) => {
      const found = Object.keys(attributes).find((each) => withoutPrefix(each) === wanted);
      return found === undefined ? undefined : (attributes as Record<string, string>)[found];
    });
  });
  parser.on('closetag', ({ name }) => {
    met(-1);
    if (withoutPrefix(name) === 'rPh') inReading = false;
    handler.close?.(withoutPrefix(name));
  });
  parser.on('text', (text) => {
    met(0);
    if (!inReading) handler.text?.(text);
  });
  for await (const piece of pieces) {
    sinceEvent += piece.length;
    parser.write(decoder.decode(piece, { stream: true }));
    if (sinceEvent > MAX_TOKEN) throw new ImportRefusedError(DAMAGED);
    yield* take();
  }
  parser.close();
  yield* take();
}

/** Parses a whole document. */
export async function walkXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const reading = readXml(pieces, handler, () => []);
  while (!(await reading.next()).done);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export const DAMAGED = 'The Excel workbook is damaged. Open it in Excel and save it again.';
