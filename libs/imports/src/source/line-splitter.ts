import { beginningOf, MAX_ROW } from './limits.js';

/** A line of text, counted from 1; of one that is too long only the beginning is kept. */
export interface Line {
  number: number;
  text: string;
  isCut: boolean;
}

/**
 * Cuts text that comes in pieces into lines, holding no more than one line (and no more of that
 * than `MAX_ROW`). Lines end with LF or CRLF, or with CR where the first piece has no LF.
 */
export class LineSplitter {
  private rest = '';
  private isCut = false;
  private number = 0;
  private newline?: '\n' | '\r';

  push(text: string): Line[] {
    this.newline ??= text.includes('\n') || !/\r(?!$)/.test(text) ? '\n' : '\r';
    const lines: Line[] = [];
    let start = 0;
    for (let end; (end = text.indexOf(this.newline, start)) >= 0; start = end + 1) {
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
    const text = this.rest.endsWith('\r') ? this.rest.slice(0, -1) : this.rest;
    const line = { number: ++this.number, text, isCut: this.isCut };
    this.rest = '';
    this.isCut = false;
    return line;
  }
}
