import { v7 as uuidv7 } from 'uuid';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { RowReport } from '../report/row-report.js';
import { RowsTable } from '../report/rows-table.js';
import { BatchTransactions } from '../writing/batch-transactions.js';
import { ImportRowsService, ROWS_HEADER } from './import-rows.service.js';
import { ImportsRepository } from './imports.repository.js';
import type { ImportsService } from './imports.service.js';

describe(ImportRowsService.name, () => {
  const served = useMigratedDatabase();
  let transactions: BatchTransactions;
  let counts: object;
  let clock: ManualClock;
  let rows: ImportRowsService;

  beforeAll(() => {
    transactions = new BatchTransactions(() => served.database.pool.connect());
  });
  beforeEach(() => {
    counts = { inserted: 1 };
    clock = new ManualClock();
    const createdAt = clock.now();
    const find = async () => ({ status: 'finished', counts, createdAt });
    const imports = { find } as unknown as ImportsService;
    rows = new ImportRowsService(new ImportsRepository(served.database), imports, clock);
  });

  const create = async () => {
    const id = uuidv7();
    await served.database.import.create({ data: { id, size: 7, dryRun: false } });
    return id;
  };
  const keep = async (id: string, ...reports: RowReport[]) => {
    const table = await RowsTable.begin(transactions, id);
    for (const report of reports) await table.add(report);
    await table.close();
  };
  const read = async (id: string) => {
    let text = '';
    for await (const piece of await rows.open(id)) text += piece;
    return text;
  };
  const rejected = (line: number, reason = 'It has no name.'): RowReport => ({
    line,
    cells: [],
    kind: 'rejected',
    reason,
  });

  it('returns every row once and in order, across all parts', async () => {
    const id = await create();
    const reason = 'x'.repeat(1_000);
    await keep(id, ...Array.from({ length: 400 }, (_, n) => rejected(n + 2, reason)));
    const lines = (await read(id)).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: 400 }, (_, n) => n + 2),
    );
  });

  it('returns no rows of an interrupted attempt', async () => {
    const id = await create();
    await keep(id, rejected(2), rejected(3));
    await keep(id, rejected(2));
    expect(await read(id)).toBe(`${ROWS_HEADER}2,rejected,,,,It has no name.,,,\r\n`);
  });

  it('is empty for a file without rows, and gone if none are stored, for the stated reason', async () => {
    const id = await create();
    counts = { inserted: 0, rejected: 0 };
    expect(await read(id)).toBe(ROWS_HEADER);
    counts = {};
    expect(await read(id)).toBe(ROWS_HEADER);
    counts = { inserted: 0, rejected: 1 };
    const gone = (message: string) =>
      expect(rows.open(id)).rejects.toMatchObject({
        code: 'gone',
        message: expect.stringContaining(message) as string,
      });
    await gone('The import was stopped before it stored the outcome of its rows.');
    clock.advance(91 * 86_400_000);
    await gone('The rows have expired.');
  });
});
