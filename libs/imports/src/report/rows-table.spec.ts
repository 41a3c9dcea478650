import type { BatchTransactions } from '../writing/batch-transactions.js';
import type { RowReport } from './row-report.js';
import { RowsTable } from './rows-table.js';

/** Sized so that five rows fill a part. */
const ROW: RowReport = {
  line: 1,
  cells: [],
  kind: 'rejected',
  reason: 'x'.repeat(30_000),
};

/** Transactions that finish on command, with the numbers of their parts. */
function steered() {
  const parts: number[] = [];
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = async (work: (client: unknown) => unknown) => {
    const query = jest.fn();
    work({ query });
    const [sql, values] = query.mock.calls[0] as [string, [string, number]];
    if (!sql.startsWith('INSERT')) return;
    parts.push(values[1]);
    await new Promise<void>((resolve, reject) => pending.push({ resolve, reject }));
  };
  return { parts, pending, transactions: { run } as unknown as BatchTransactions };
}

async function untilPending({ pending }: ReturnType<typeof steered>, count: number): Promise<void> {
  while (pending.length < count) await new Promise(setImmediate);
}

describe(RowsTable.name, () => {
  it('buffers up to one more part while a part is stored', async () => {
    const database = steered();
    const table = await RowsTable.begin(database.transactions, 'one');
    for (let row = 0; row < 9; row++) await table.add(ROW);
    await untilPending(database, 1);
    let isTaken = false;
    const tenth = table.add(ROW).then(() => (isTaken = true));
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect([isTaken, database.parts]).toEqual([false, [0]]);
    database.pending[0]!.resolve();
    await tenth;
    await untilPending(database, 2);
    expect(database.parts).toEqual([0, 1]);
    database.pending[1]!.resolve();
    await table.close();
  });

  it.each(['the next part', 'the end'])(
    'fails at %s when a part could not be stored',
    async (when) => {
      const database = steered();
      const table = await RowsTable.begin(database.transactions, 'one');
      for (let row = 0; row < 5; row++) await table.add(ROW);
      await untilPending(database, 1);
      database.pending[0]!.reject(new Error('The disk is full.'));
      const after = async () => {
        if (when === 'the end') return table.close();
        for (let row = 0; row < 5; row++) await table.add(ROW);
      };
      await expect(after()).rejects.toThrow('The disk is full.');
      expect(database.parts).toEqual([0]);
    },
  );
});
