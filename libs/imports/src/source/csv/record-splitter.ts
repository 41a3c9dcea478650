import { ImportRefusedError, MAX_LINES, MAX_ROW, TOO_LONG } from '../limits.js';
import type { Line } from '../line-splitter.js';

/** One CSV record, which may span lines, or a line that can't belong to a record. */
export interface CsvRecord {
  line: number;
  text: string;
  /** Fields; the text if there is a problem. */
  cells: string[];
  problem?: string;
  /**
   * True if text follows a closing quotation mark, so that one of the marks is a literal
   * character.
   */
  hasStrayQuotes?: boolean;
}

/** Maximum characters reread because of unclosed quotation marks. */
const MAX_READ_AGAIN = 100_000_000;

const enum State {
  FieldStart,
  Unquoted,
  Quoted,
  AfterQuote,
}

/**
 * Splits lines into CSV records (RFC 4180: a quoted field may contain line breaks).
 *
 * A streaming CSV parser loses everything after an unclosed quotation mark. This class only loses
 * one row: it rejects the first line with the reason and continues with the next line.
 */
export class RecordSplitter {
  private lines: Line[] = [];
  private length = 0;
  private readAgain = 0;
  private state = State.FieldStart;
  private cells: string[] = [];
  private field = '';
  private hasStrayQuotes = false;

  constructor(private readonly delimiter: string) {}

  /** @throws ImportRefusedError if too much text must be reread */
  push(line: Line): CsvRecord[] {
    const records: CsvRecord[] = [];
    const waiting = [line];
    for (let next; (next = waiting.shift());) {
      const { record, again } = this.add(next);
      if (record) records.push(record);
      waiting.unshift(...again);
    }
    return records;
  }

  /** Returns the remaining records after the last line. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.lines.length > 0) {
      const { record, again } = this.giveUp(UNCLOSED);
      records.push(record, ...again.flatMap((line) => this.push(line)));
    }
    return records;
  }

  private add(line: Line): { record?: CsvRecord; again: Line[] } {
    if (line.isCut) {
      this.lines.push(line);
      return this.giveUp(this.lines.length > 1 ? UNCLOSED : TOO_LONG);
    }
    this.lines.push(line);
    this.length += line.text.length;
    const isSound = this.scan(line.text);
    if (!isSound) return this.giveUp(MISPLACED);
    if (this.state !== State.Quoted) return { record: this.take(), again: [] };
    const isEndless = this.length > MAX_ROW || this.lines.length > MAX_LINES;
    return isEndless ? this.giveUp(UNCLOSED) : { again: [] };
  }

  /**
   * Scans a line including its end. If text follows a closing quotation mark, the field's marks
   * are taken literally.
   *
   * @returns false if such a field began on an earlier line, whose quotation mark may be unrelated
   */
  private scan(text: string): boolean {
    let state: State = this.state;
    if (state === State.FieldStart && !text.includes('"')) {
      this.cells = text.split(this.delimiter);
      return true;
    }
    for (const char of text) {
      if (state === State.Quoted) {
        if (char === '"') state = State.AfterQuote;
        else this.field += char;
      } else if (char === this.delimiter) {
        this.endField();
        state = State.FieldStart;
      } else if (char === '"' && state !== State.Unquoted) {
        // Two marks within a quoted field are one.
        if (state === State.AfterQuote) this.field += char;
        state = State.Quoted;
      } else {
        if (state === State.AfterQuote) {
          if (this.lines.length > 1) return false;
          this.hasStrayQuotes = true;
          this.field = `"${this.field}"`;
        }
        this.field += char;
        state = State.Unquoted;
      }
    }
    this.state = state === State.Quoted ? State.Quoted : State.FieldStart;
    if (state === State.Quoted) this.field += '\n';
    else this.endField();
    return true;
  }

  private endField(): void {
    this.cells.push(this.field);
    this.field = '';
  }

  private take(): CsvRecord {
    const record = {
      line: this.lines[0]!.number,
      text: this.lines.map(({ text }) => text).join('\n'),
      cells: this.cells,
      ...(this.hasStrayQuotes && { hasStrayQuotes: true }),
    };
    this.reset();
    return record;
  }

  private giveUp(problem: string): { record: CsvRecord; again: Line[] } {
    const [first, ...again] = this.lines;
    this.readAgain += again.reduce((sum, line) => sum + line.text.length, 0);
    if (this.readAgain > MAX_READ_AGAIN) throw new ImportRefusedError(TOO_MANY_ASTRAY);
    this.reset();
    const { number, text } = first!;
    return { record: { line: number, text, cells: [text], problem }, again };
  }

  private reset(): void {
    this.lines = [];
    this.length = 0;
    this.cells = [];
    this.field = '';
    this.hasStrayQuotes = false;
    this.state = State.FieldStart;
  }
}

const UNCLOSED = 'It has a quotation mark that is never closed.';
export const MISPLACED = 'Text follows a closing quotation mark.';
const TOO_MANY_ASTRAY =
  'Too many rows have an unclosed quotation mark, or text after a closing one.';

const DELIMITERS = [',', ';', '\t', '|'];

/** Returns the delimiter of a header line: the one that occurs most often outside quotes. */
export function detectDelimiter(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
