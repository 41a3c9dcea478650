import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { countsOf } from '../support/import-counts.ts';
import { zipArchive } from '../support/zip-archive.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('an import', () => {
  const { database, pool } = useDirectory();
  const write = async (name: string, content: string | object) => {
    const path = join(database.env.DATA_DIR, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const importFile = (path: string, ...options: string[]) =>
    runCli(database.env, 'import', path, ...options);

  it('names the sheet of a workbook that is read, and the others', async () => {
    const row = (cells: string[]) =>
      `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
    const rows = row(['name', 'city']) + row(['Sheet Cafe', 'Ely']);
    const workbook = zipArchive({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Notes" id="1"/><sheet name="Cafes" id="2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="2" Target="worksheets/b.xml"/></R>',
      'xl/worksheets/b.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });
    const path = join(database.env.DATA_DIR, 'book.xlsx');
    await writeFile(path, workbook);
    const { stdout } = await importFile(path, '--sheet', 'cafes');
    expect(stdout).toContain('Read: Cafes. Not read: Notes (--sheet NAME).');
  });

  it('follows a mapping, and refuses an invalid one', async () => {
    const path = await write('odd.csv', 'Firm;Ort;name\nMapped Firm;Ely;\n');
    const mapping = await write('mapping.json', { name: 'firm', city: ['name', 'Ort'] });
    expect(countsOf(await importFile(path, '--mapping', mapping))).toMatchObject({ inserted: 1 });
    const { rows } = await pool.query(`SELECT city FROM businesses WHERE name = 'Mapped Firm'`);
    expect(rows).toEqual([{ city: 'Ely' }]);

    const wrong = await write('wrong.json', { nam: 'firm' });
    const { code, stderr } = await importFile(path, '--mapping', wrong);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('has an unknown field "nam". Fields are'),
    ]);
  });

  it('merges certain duplicates and reports likely ones, without losing either', async () => {
    const one = await write('one.csv', 'name,street,city,zip,phone\nTwin Pines Inn,5 Pine St,Ely,55731,218-555-0111\n'); // prettier-ignore
    const two = await write(
      'two.csv',
      'name,street,city,state,zip,phone,email\nTWIN PINES INN LLC,,ELY,MN,,(218) 555-0111,inn@example.com\nTwin Pines Inn,5 Pine Street North,Ely,MN,55731,,\n',
    );
    await importFile(one);
    const report = join(database.env.DATA_DIR, 'report.json');
    const result = await importFile(two, '--report', report);
    expect(countsOf(result)).toMatchObject({ inserted: 1, merged: 1 });
    const businessId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(JSON.parse(await readFile(report, 'utf8'))).toEqual({
      file: 'two.csv',
      format: 'CSV',
      encoding: 'UTF-8',
      dryRun: false,
      rows: [
        {
          line: 2,
          kind: 'merged',
          slug: 'twin-pines-inn-ely',
          businessId,
          notes: ['capitalsLowered'],
          before: { name: 'Twin Pines Inn', email: null },
          after: { name: 'Twin Pines Inn LLC', email: 'inn@example.com' },
        },
        {
          line: 3,
          kind: 'inserted',
          slug: 'twin-pines-inn-ely-5-pine-street-north',
          businessId,
          notes: ['perhapsSame'],
          similarTo: 'twin-pines-inn-ely',
        },
      ],
      counts: {
        inserted: 1,
        updated: 0,
        unchanged: 0,
        merged: 1,
        rejected: 0,
        closed: 0,
        removed: 0,
      },
      notes: {
        capitalsLowered: { rows: 1, meaning: expect.any(String) as string },
        perhapsSame: { rows: 1, meaning: expect.any(String) as string },
      },
      complete: true,
    });
  });
});
