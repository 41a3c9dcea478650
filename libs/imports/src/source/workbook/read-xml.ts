import { SaxesParser } from 'saxes';
import { ImportRefusedError } from '../limits.js';

/** Elements within each other in a workbook's parts; they need ten. */
const MAX_NESTED = 64;
/** Characters of one tag or text: a cell has 32,767 at most. */
const MAX_TOKEN = 1_000_000;

/** What is done with the parts of an XML document, by names without their prefixes. */
export interface XmlHandler {
  open?: (name: string, attribute: (name: string) => string | undefined) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Walks through an XML document that comes in pieces, holding no more than one tag or text of it.
 *
 * @param take what the handler has gathered, to be yielded after each piece
 * @throws ImportRefusedError where it is no sound XML, or bigger in its parts than it may be
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
    handler.open?.(withoutPrefix(name), (wanted) => {
      const found = Object.keys(attributes).find((each) => withoutPrefix(each) === wanted);
      return found === undefined ? undefined : (attributes as Record<string, string>)[found];
    });
  });
  parser.on('closetag', ({ name }) => {
    met(-1);
    handler.close?.(withoutPrefix(name));
  });
  parser.on('text', (text) => {
    met(0);
    handler.text?.(text);
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

/** Reads a whole document. */
export async function walkXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const reading = readXml(pieces, handler, () => []);
  while (!(await reading.next()).done);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export const DAMAGED = 'It is an Excel workbook, and damaged. Open it in Excel and save it anew.';
