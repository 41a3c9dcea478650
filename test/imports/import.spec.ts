import { readFile, stat, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { csvLine, csvText } from '#libs/text/src/csv.js';
import { runCli } from '../support/cli.ts';
import { countsOf } from '../support/import-counts.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const SHABBY = 'test/fixtures/shabby.csv';

describe('importing a file', () => {
  const { database, pool } = useDirectory({ SAMPLE_DATA: 'true' });
  const inFolder = useSharedFolder();
  const importFile = (path: string, ...options: string[]) =>
    runCli(database.env, 'import', path, ...options);

  it('changes nothing if the file is an export edited in a spreadsheet', async () => {
    const exported = async () => {
      const { code, stdout, stderr } = await runCli(database.env, 'export');
      expect([code, stderr]).toEqual([0, '']);
      return parse(stdout);
    };
    const before = await exported();
    const path = inFolder('directory.csv');
    await writeFile(path, csvText(before.map(csvLine)));
    const counts = countsOf(await importFile(path));
    expect(counts).toMatchObject({ unchanged: before.length - 1, rejected: 0 });
    expect(counts.unchanged).toBeGreaterThan(300);
    expect(await exported()).toEqual(before);
  });

  it('accounts for every row while the server runs', async () => {
    const result = await importFile(SHABBY, '--rejects', inFolder('rejects.csv'));
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(countsOf(result)).toMatchObject({ inserted: 4, merged: 1, rejected: 4 });
    expect(result.stdout).toMatch(/^shabby\.csv: CSV, UTF-8, 9 rows$/m);
  });

  it('writes rejected rows with line, reason and cells', async () => {
    const lines = (await readFile(inFolder('rejects.csv'), 'utf8')).trimEnd().split('\n');
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

describe('generate-directory', () => {
  it('writes the requested number of businesses', async () => {
    const written = await runCli({}, 'generate-directory', '--size', '1200', '--seed', '7');
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(written.stdout.trimEnd().split('\n')).toHaveLength(1200);
  });

  it('requires a size', async () => {
    const { code, stderr } = await runCli({}, 'generate-directory', '--size', 'many');
    expect([code, stderr]).toEqual([1, expect.stringContaining('whole number')]);
  });
});
