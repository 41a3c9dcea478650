import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { ChangedLines, TooManyChangesError } from './changed-lines.js';
import { GzipFile } from './gzip-file.js';
import { merge } from './merge.js';

const MAX_CHANGED = 300_000;
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const text = (n: number, what = '') => `{"id":"${id(n)}","name":"Ñ ${n}${what}"}`;

describe(merge.name, () => {
  const inFolder = useFolder();
  let base: GzipFile;
  let changed: ChangedLines;

  beforeEach(() => {
    changed = new ChangedLines(inFolder('changes'));
    base = new GzipFile(inFolder('base'));
  });
  afterEach(() => {
    base.remove();
    changed.remove();
  });

  const fill = (numbers: number[]) => {
    for (const n of numbers) base.add({ id: id(n), text: text(n) });
    base.flush();
  };
  const merged = () => {
    const file = new GzipFile(inFolder('merged'));
    merge(base, changed, file);
    file.finish();
    const lines = gunzipSync(readFileSync(file.path)).toString().split('\n');
    file.remove();
    expect(lines.pop()).toBe('');
    return lines;
  };

  it('replaces, adds and removes lines, ordered by id', () => {
    const numbers = Array.from({ length: 1_600 }, (_, i) => 10 + 2 * i);
    fill(numbers);
    const expected = new Map(numbers.map((n) => [n, text(n)]));
    const set = (n: number, what: string | null) => {
      changed.set(id(n), what === null ? null : text(n, what));
      if (what === null) expected.delete(n);
      else expected.set(n, text(n, what));
    };
    // Before the first line, the first one, in between, the end of a segment, and after the last
    // line.
    for (const n of [1, 10, 13, 1008, 1009, 1010, 3_207]) set(n, ' new');
    for (let n = 4_000; n < 5_200; n++) set(n, ' later');
    for (const n of [12, 16, 3_208, 9_999]) set(n, null);
    set(13, ' newer');
    set(1_009, null);
    set(16, ' back');
    const sorted = [...expected].sort(([a], [b]) => a - b).map(([, line]) => line);
    expect(merged()).toEqual(sorted);
  });

  it('copies unchanged segments and handles empty files', () => {
    expect(merged()).toEqual([]);
    fill([1, 2]);
    expect(merged()).toEqual([text(1), text(2)]);
    changed.set(id(1), null);
    changed.set(id(2), null);
    expect(merged()).toEqual([]);
  });

  it('fails when too much has changed', () => {
    for (let n = 0; n < MAX_CHANGED; n++) changed.set(id(n), null);
    changed.set(id(0), text(0));
    expect(() => changed.set(id(MAX_CHANGED), null)).toThrow(TooManyChangesError);
  });
});
