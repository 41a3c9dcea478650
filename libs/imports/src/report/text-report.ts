import { NOTES } from '../cleaning/notes.js';
import type { ImportCounts } from './import-counts.js';
import { KINDS } from './row-report.js';

/** Formats counts for people, with one line per kind of row and per type of note. */
export function textReport({ kinds, notes }: ImportCounts): string {
  const lines = KINDS.map((kind) => [kind, kinds[kind]] as const);
  const width = Math.max(...lines.map(([, count]) => String(count).length));
  const number = (count: number) => String(count).padStart(width);
  return [
    ...lines.map(([kind, count]) => `${kind.padEnd(10)} ${number(count)}`),
    ...Array.from(notes, ([note, count]) => `  ${count} × ${NOTES[note]}`),
  ].join('\n');
}
