import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { countsOf } from '../support/import-counts.ts';
import { useDirectory } from '../support/use-directory.ts';

const SHABBY = 'test/fixtures/shabby.csv';

describe('importing a file', () => {
  const { database, pool } = useDirectory();
  let rejects: string;
  const importFile = async (path: string, ...options: string[]) => {
    // An import does not replace an existing file of rejected rows.
    await rm(rejects, { force: true });
    return runCli(database.env, 'import', path, '--rejects', rejects, ...options);
  };

  beforeAll(() => {
    rejects = join(database.env.DATA_DIR, 'rejects.csv');
  });

  it('accounts for every row while the server runs', async () => {
    const result = await importFile(SHABBY);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(countsOf(result)).toEqual({
      inserted: 4,
      updated: 0,
      unchanged: 0,
      merged: 1,
      rejected: 4,
    });
    expect(result.stdout).toMatch(/^shabby\.csv: CSV, UTF-8, 9 rows$/m);
  });

  it('writes rejected rows with line, reason and cells', async () => {
    const lines = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.split(',').slice(0, 3).join(','))).toEqual([
      'line,reason,Business Name',
      '7,"It is in WI, not Minnesota."',
      '8,It has no name.,',
      '9,"It has 12 fields, but the header has 11."',
      '10,It has a quotation mark that is never closed.,"""Never Closed',
    ]);
  });

  it('is audited as done by the operator', async () => {
    const { size } = await stat(SHABBY);
    const { rows } = await pool.query('SELECT admin_id, action, after FROM audit_entries');
    expect(rows).toContainEqual({
      admin_id: null,
      action: 'import.start',
      after: { file: 'shabby.csv', size },
    });
  });
});
