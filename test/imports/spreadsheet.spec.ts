import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvLine, csvText } from '#libs/text/src/csv.js';
import { runCli } from '../support/cli.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('editing the whole directory in a spreadsheet', () => {
  const { database, pool } = useDirectory({ SAMPLE_DATA: 'true' });

  const exported = async () => {
    const { code, stdout, stderr } = await runCli(database.env, 'export');
    expect([code, stderr]).toEqual([0, '']);
    return parse(stdout);
  };
  const importRows = async (rows: string[][], ...options: string[]) => {
    const path = join(database.env.DATA_DIR, 'directory.csv');
    await writeFile(path, csvText(rows.map(csvLine)));
    const { code, stdout } = await runCli(database.env, 'import', path, ...options);
    expect(code).toBe(0);
    return stdout;
  };
  const total = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM businesses WHERE removed_at IS NULL',
    );
    return rows[0]!.count;
  };

  it('changes nothing with the exported file', async () => {
    const rows = await exported();
    expect(rows).toHaveLength((await total()) + 1);
    expect(await importRows(rows)).toMatch(/\b319 unchanged\b|unchanged +319\b/i);
    expect(await exported()).toEqual(rows);
  });
});
