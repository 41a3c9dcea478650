import { isProblem, type Note, NOTES } from '../cleaning/notes.js';
import { KINDS, type ImportCounts } from './row-report.js';

/**
 * Formats counts for people, with one line per kind of row and per type of note. Problems are
 * separate from values that were only reformatted.
 */
export function textReport({ kinds, notes }: ImportCounts): string {
  const lines = KINDS.map((kind) => [kind, kinds[kind]] as const).filter(
    ([kind, count]) => count > 0 || (kind !== 'closed' && kind !== 'removed'),
  );
  const width = Math.max(...lines.map(([, count]) => String(count).length));
  const number = (count: number) => String(count).padStart(width);
  const section = (heading: string, isListed: (note: Note) => boolean) => {
    const listed = [...notes].filter(([note]) => isListed(note));
    const counted = listed.map(([note, count]) => `  ${count} × ${NOTES[note]}`);
    return counted.length > 0 ? [heading, ...counted] : [];
  };
  return [
    ...lines.map(([kind, count]) => `${kind.padEnd(10)} ${number(count)}`),
    ...section('Problems:', isProblem),
    ...section('Cleaned:', (note) => !isProblem(note)),
  ].join('\n');
}
