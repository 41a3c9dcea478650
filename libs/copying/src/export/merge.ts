import type { ChangedLines } from './changed-lines.js';
import type { GzipFile } from './gzip-file.js';

/** Position of the id in a line: each line starts with `{"id":"`, and an id has 36 characters. */
const ID = [7, 43] as const;

/**
 * Merges the lines of a file with the changes into another file. Copies segments without changes as
 * they are.
 */
export function merge(from: GzipFile, changed: ChangedLines, into: GzipFile): void {
  const ids = changed.ids();
  let next = 0;
  const addChanged = (id: string) => {
    const text = changed.get(id);
    if (typeof text === 'string') into.add({ id, text });
  };
  for (const segment of from.segments) {
    const first = next;
    while (next < ids.length && ids[next]! <= segment.lastId) next++;
    if (first === next) {
      into.copy(from, segment);
      continue;
    }
    let each = first;
    for (const text of from.linesOf(segment)) {
      const id = text.slice(...ID);
      while (each < next && ids[each]! < id) addChanged(ids[each++]!);
      if (ids[each] === id && each < next) addChanged(ids[each++]!);
      else into.add({ id, text });
    }
    while (each < next) addChanged(ids[each++]!);
  }
  while (next < ids.length) addChanged(ids[next++]!);
}
