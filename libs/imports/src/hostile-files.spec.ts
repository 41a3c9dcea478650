import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useEmptyDirectory } from '../../../test/support/use-empty-directory.ts';
import { ImportCounts } from './report/row-report.js';
import { runImport } from './run-import.js';
import { ImportRefusedError } from './source/limits.js';
import { openSource } from './source/open-source.js';
import { BatchTransactions } from './writing/batch-transactions.js';
import { DirectoryWriter } from './writing/directory-writer.js';

const FOLDER = join(PROJECT_ROOT, 'test/fixtures/hostile');

/** Expected outcome of a file. The README next to the files explains each property. */
interface Outcome {
  refuse?: boolean;
  rows?: number;
  inserted?: number;
  merged?: number;
  rejected?: number;
  names?: string[];
  [column: string]: unknown;
}

const EXPECTED = JSON.parse(
  readFileSync(join(FOLDER, 'expected.json'), 'utf8'),
  (key, value: unknown) => (key === 'note' ? undefined : value),
) as Record<string, Outcome>;

describe('importing a hostile file', () => {
  const directory = useEmptyDirectory();

  const importFile = async (file: string): Promise<Outcome> => {
    const counts = new ImportCounts();
    const transactions = new BatchTransactions(() => directory.pool.connect());
    const writer = new DirectoryWriter(transactions, new ManualClock());
    try {
      const source = await openSource(join(FOLDER, file));
      const never = new AbortController().signal;
      await runImport(source, writer, never, (row) => counts.add(row));
    } catch (error) {
      if (!(error instanceof ImportRefusedError)) throw error;
      return { refuse: true, rows: counts.rows };
    }
    const { rows } = await directory.query<{ name: string }>(
      'SELECT name, street, city, postal_code AS zip, phone FROM businesses ORDER BY id',
    );
    const names = rows.map(({ name }) => name);
    return { ...rows[0], ...counts.kinds, names, rows: counts.rows };
  };

  for (const [file, expected] of Object.entries(EXPECTED)) {
    it(`${file} ends as expected`, async () => {
      const outcome = await importFile(file);
      expect(outcome).toMatchObject(expected.refuse ? { refuse: true, rows: 0 } : expected);
    });
  }
});
