import { useFolder } from '../../../../test/support/use-folder.ts';
import { ChangedLines, TooManyChangesError } from './changed-lines.js';

const MAX_CHANGED = 300_000;
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const text = (n: number, what = '') => `{"id":"${id(n)}","name":"Ñ ${n}${what}"}`;

describe(ChangedLines.name, () => {
  const inFolder = useFolder();
  let changed: ChangedLines;

  beforeEach(() => {
    changed = new ChangedLines(inFolder('changes'));
  });
  afterEach(() => changed.close());

  const merged = async (numbers: number[]) => {
    const lines = (async function* () {
      for (const n of numbers) yield text(n);
    })();
    const found: string[] = [];
    for await (const line of changed.applyTo(lines)) found.push(line);
    return found;
  };

  it('replaces, adds and removes lines, ordered by id', async () => {
    const numbers = Array.from({ length: 100 }, (_, i) => 10 + 2 * i);
    const expected = new Map(numbers.map((n) => [n, text(n)]));
    const set = (n: number, what: string | null) => {
      changed.set(id(n), what === null ? null : text(n, what));
      if (what === null) expected.delete(n);
      else expected.set(n, text(n, what));
    };
    // Before the first line, the first one, in between, the last one, and after it.
    for (const n of [1, 10, 13, 108, 109, 110, 208, 209, 400, 300]) set(n, ' new');
    for (const n of [12, 16, 206, 999]) set(n, null);
    set(13, ' newer');
    set(109, null);
    set(16, ' back');
    const sorted = [...expected].sort(([a], [b]) => a - b).map(([, line]) => line);
    expect(await merged(numbers)).toEqual(sorted);
  });

  it('applies changes to an empty file, and may leave one', async () => {
    expect(await merged([])).toEqual([]);
    changed.set(id(2), text(2));
    expect(await merged([])).toEqual([text(2)]);
    changed.set(id(2), null);
    expect(await merged([2])).toEqual([]);
  });

  it('fails when too much has changed', () => {
    for (let n = 0; n < MAX_CHANGED; n++) changed.set(id(n), null);
    changed.set(id(0), text(0));
    expect(() => changed.set(id(MAX_CHANGED), null)).toThrow(TooManyChangesError);
  });
});
