import { setImmediate as nextTurn } from 'node:timers/promises';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { rowsInBatch, runImport } from './run-import.js';
import type { RowReport } from './report/row-report.js';
import type { Source } from './source/open-source.js';
import type { SourceRow } from './source/source-row.js';
import type { Candidate } from './writing/candidate.js';
import { DirectoryWriter } from './writing/directory-writer.js';
import type { ImportSource } from './writing/import-source.js';

const NEVER = new AbortController().signal;

const shop = (line: number): SourceRow => ({
  line,
  cells: ['A'],
  record: { name: 'A', state: 'MN' },
});

function sourceOf(count: number, row = shop): Source {
  return {
    async *rows() {
      for (let line = 1; line <= count; line++) yield row(line);
    },
  } as Source;
}

function writerThat(write: unknown): DirectoryWriter {
  const writer = new DirectoryWriter(undefined as never, new ManualClock());
  return Object.assign(writer, { write, findUnchanged: async () => new Map() });
}

/** Writes nothing, but records the number of businesses per batch. */
function recordingWriter() {
  const batches: number[] = [];
  const write = async (rows: readonly Candidate[]) => {
    batches.push(rows.length);
    return rows.map(() => ({ outcome: 'inserted', business: { slug: 'a', isRemoved: false } }));
  };
  return { batches, writer: writerThat(write) };
}

function unwritable(): void {
  throw new Error('The disk is full.');
}

function unreadable(line: number): void {
  if (line > 2_100) throw new Error('The disk is broken.');
}

describe(runImport.name, () => {
  it.each([
    ['a server', 'postgresql://127.0.0.1/mnbd', [1_000, 1_000, 1]],
    [
      'the embedded database, where all others wait for it',
      undefined,
      [...Array<number>(80).fill(25), 1],
    ],
  ])('uses the batch size of %s', async (_, DATABASE_URL, expected) => {
    const { batches, writer } = recordingWriter();
    const source = sourceOf(2_001);
    await runImport(source, writer, NEVER, () => {}, rowsInBatch({ DATABASE_URL }));
    expect(batches).toEqual(expected);
  });

  it.each([
    ['characters', ['x'.repeat(1_000_000)]],
    ['cells', Array.from({ length: 60_000 }, () => '')],
  ])('writes a batch early when its rows have many %s', async (_, cells) => {
    const { batches, writer } = recordingWriter();
    const source = sourceOf(100, (line) => ({ ...shop(line), cells }));
    await runImport(source, writer, NEVER, () => {});
    expect(Math.max(...batches)).toBeLessThan(10);
    expect(batches.reduce((sum, size) => sum + size)).toBe(100);
  });

  it.each([
    [1, 0],
    [1_000, 0],
    [1_001, 1_000],
    [2_500, 2_000],
  ])(
    'reports an interruption at row %i and keeps the %i rows of whole batches',
    async (cutAt, written) => {
      const { batches, writer } = recordingWriter();
      const stop = new AbortController();
      const source = sourceOf(2_500, (line) => {
        if (line === cutAt) stop.abort();
        return shop(line);
      });
      const reported = jest.fn();
      expect(await runImport(source, writer, stop.signal, reported)).toBe(false);
      expect(batches.reduce((sum, size) => sum + size, 0)).toBe(written);
      expect(reported).toHaveBeenCalledTimes(written);
    },
  );

  it('finishes when asked to stop after the last row was read', async () => {
    const { batches, writer } = recordingWriter();
    const stop = new AbortController();
    const source = sourceOf(3);
    expect(await runImport(source, writer, stop.signal, () => stop.abort())).toBe(true);
    expect(batches).toEqual([3]);
  });

  it('reports a batch while the next one is written', async () => {
    let began: () => void;
    const secondBegan = new Promise<void>((resolve) => (began = resolve));
    const { batches, writer } = recordingWriter();
    const { write } = writer;
    writer.write = (rows) => {
      if (batches.length === 1) began();
      return write(rows);
    };
    const source = sourceOf(2_000);
    const reported: unknown[] = [];
    await runImport(source, writer, NEVER, async ({ line }) => {
      await secondBegan;
      reported.push(line);
    });
    expect(reported).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
  });

  it('reads the next batch while one is written, but not while one is planned', async () => {
    const { writer } = recordingWriter();
    const { write } = writer;
    let read = 0;
    let readOn: () => void;
    const isReadOn = new Promise<void>((resolve) => (readOn = resolve));
    const source = sourceOf(2_500, (line) => {
      read = line;
      if (line === 1_500) readOn();
      return shop(line);
    });
    const readWhilePlanning: number[] = [];
    writer.write = async (rows, onPlanned) => {
      const before = read;
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      readWhilePlanning.push(read - before);
      onPlanned!();
      await isReadOn;
      return write(rows);
    };
    expect(await runImport(source, writer, NEVER, () => {})).toBe(true);
    expect(readWhilePlanning).toEqual([0, 0, 0]);
  }, 10_000);

  it.each<[string, (read: number) => void, () => void, number]>([
    ['cannot be written', () => {}, unwritable, 1_000],
    ['cannot be read', unreadable, () => {}, 2_000],
  ])(
    'reports every written row when the rest %s, and writes no more',
    async (_, reads, writes, written) => {
      const { batches, writer } = recordingWriter();
      const { write } = writer;
      writer.write = async (rows) => {
        if (batches.length === 1) writes();
        return write(rows);
      };
      const source = sourceOf(2_500, (line) => {
        reads(line);
        return shop(line);
      });
      const reported = jest.fn();
      await expect(runImport(source, writer, NEVER, reported)).rejects.toThrow('The disk');
      expect(reported).toHaveBeenCalledTimes(written);
      expect(batches).toEqual(Array(written / 1_000).fill(1_000));
    },
  );

  it('identifies rows by their source’s id column, and rejects rows without an id', async () => {
    const { writer } = recordingWriter();
    const source: ImportSource = { id: 1, name: 'registry', rank: 10, idColumn: 'Licence' };
    Object.assign(writer, { source });
    const ids = [' 7 ', '', 'x'.repeat(201)];
    const rows = sourceOf(3, (line) => ({
      line,
      cells: ['A'],
      record: { name: line === 3 ? '' : 'A', state: 'MN', sourceId: ids[line - 1] },
    }));
    const reported: RowReport[] = [];
    await runImport(rows, writer, NEVER, (row) => void reported.push(row));
    expect(reported).toMatchObject([
      { line: 1, kind: 'inserted' },
      { line: 2, kind: 'rejected', reason: expect.stringContaining('Licence') as string },
      { line: 3, kind: 'rejected' },
    ]);
    // The source still lists the business of a rejected row.
    expect(['7', '', 'x'.repeat(200)].map((key) => writer.seen.has(key))).toEqual([
      ...[true, false, true],
    ]);
  });
});
