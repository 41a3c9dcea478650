import type { ColumnMapper } from '../../columns/column-mapper.js';
import { withoutSeparator } from '../format.js';
import { TOO_LONG } from '../limits.js';
import { type Line, LineSplitter } from '../line-splitter.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { objectRow } from './object-row.js';

/** Reads one JSON object per line: records or GeoJSON features, or a GeoJSON text sequence. */
export class NdjsonRows implements RowReader {
  readonly header = ['record'];
  private readonly lines = new LineSplitter();

  constructor(private readonly mapper: ColumnMapper) {}

  push(text: string): SourceRow[] {
    return this.lines.push(text).flatMap((line) => this.row(line));
  }

  end(): SourceRow[] {
    return this.lines.end().flatMap((line) => this.row(line));
  }

  private row({ number, text, isCut }: Line): SourceRow[] {
    const json = withoutSeparator(text.trim());
    if (json === '') return [];
    if (!isCut) return [objectRow(number, json, this.mapper)];
    return [{ line: number, cells: [json], problem: TOO_LONG }];
  }
}
