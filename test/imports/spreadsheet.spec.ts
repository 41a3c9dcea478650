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

  it('changes exactly the edited cells, adds new rows and leaves deleted rows alone', async () => {
    const [header, ...rows] = await exported();
    const column = (name: string) => header!.indexOf(name);
    const before = await total();
    const edited = rows.map((row) => [...row]);
    edited[0]![column('phone')] = '218-555-0188';
    edited[0]![column('wifi')] = 'no';
    edited[1]![column('specialHours')] = '2026-12-24 off';
    const [removed] = edited.splice(2, 1);
    const added = header!.map((name) =>
      name === 'name' ? 'Heron Bistro' : name === 'city' ? 'Ely' : '',
    );
    await importRows([header!, ...edited, added]);

    const after = await exported();
    const byId = new Map(after.map((row) => [row[0]!, row]));
    edited[0]![column('phone')] = '+12185550188';
    for (const row of [...edited, removed!]) expect(byId.get(row[0]!)).toEqual(row);
    expect(await total()).toBe(before + 1);
  });
});
