import { beginningOf, MAX_ROW } from './limits.js';

/** A line of text, counted from 1. Only the beginning of a long line is kept. */
export interface Line {
  number: number;
  text: string;
  isCut: boolean;
}

/**
 * Splits streamed text into lines. Holds at most one line, up to `MAX_ROW` characters. Lines end
 * with LF, CRLF or CR, also mixed.
 */
export class LineSplitter {
  private rest = '';
  private isCut = false;
  private number = 0;
  /** True if the last chunk ended with CR, so that a leading LF belongs to the same line end. */
  private endedWithCr = false;

  push(piece: string): Line[] {
    if (piece === '') return [];
    const rest = this.endedWithCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.endedWithCr = piece.endsWith('\r');
    const text = rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
    const lines: Line[] = [];
    let start = 0;
    for (let end; (end = text.indexOf('\n', start)) >= 0; start = end + 1) {
      this.append(text.slice(start, end));
      lines.push(this.take());
    }
    this.append(text.slice(start));
    return lines;
  }

  end(): Line[] {
    return this.rest === '' ? [] : [this.take()];
  }

  private append(text: string): void {
    if (this.isCut) return;
    this.isCut = this.rest.length + text.length > MAX_ROW;
    this.rest = this.isCut ? beginningOf(this.rest + text) : this.rest + text;
  }

  private take(): Line {
    const line = { number: ++this.number, text: this.rest, isCut: this.isCut };
    this.rest = '';
    this.isCut = false;
    return line;
  }
}
