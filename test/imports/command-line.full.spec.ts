import { readdir, readFile, writeFile } from 'node:fs/promises';
import { runCli } from '../support/cli.ts';
import { countsOf } from '../support/import-counts.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useFolder } from '../support/use-folder.ts';
import { workbookOf } from '../support/zip-archive.ts';

describe('mnbd import', () => {
  const { database, pool } = useDirectory();
  const inFolder = useFolder();
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(inFolder(name), content);
    return inFolder(name);
  };
  const importFile = (path: string, ...options: string[]) =>
    runCli(database.env, 'import', path, ...options);

  it('names the sheet of a workbook that is read, and the others', async () => {
    const rows = [
      ['name', 'city'],
      ['Sheet Cafe', 'Ely'],
    ];
    const path = await write('book.xlsx', workbookOf(['Notes', 'Cafes'], rows));
    const { stdout } = await importFile(path, '--sheet', 'cafes');
    expect(stdout).toContain('Read: Cafes. Not read: Notes (--sheet NAME).');
  });

  it('follows a mapping, and refuses an invalid one', async () => {
    const path = await write('odd.csv', 'Firm;Ort;name\nMapped Firm;Ely;\n');
    const mapping = await write('mapping.json', '{"name": "firm", "city": ["name", "Ort"]}');
    expect(countsOf(await importFile(path, '--mapping', mapping))).toMatchObject({ inserted: 1 });
    const { rows } = await pool.query(`SELECT city FROM businesses WHERE name = 'Mapped Firm'`);
    expect(rows).toEqual([{ city: 'Ely' }]);

    const wrong = await write('wrong.json', '{"nam": "firm"}');
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
    const report = inFolder('report.json');
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

  it.each([
    ['missing file', ['missing.csv'], 'The file does not exist.'],
    ['folder', [], 'It is a folder, not a file.'],
  ])('refuses a %s in one sentence', async (_, names, sentence) => {
    const path = inFolder(...names);
    const { code, stdout, stderr } = await importFile(path);
    expect([code, stdout, stderr]).toEqual([1, '', `Cannot import ${path}. ${sentence}\n`]);
    expect(await readdir(inFolder())).toEqual([]);
  });

  it('refuses a file whose rejected rows cannot be written', async () => {
    const path = await write('good.csv', 'name,city\nLoon Cafe,Ely\n');
    const nowhere = inFolder('nowhere', 'rejects.csv');
    const { code, stderr } = await importFile(path, '--rejects', nowhere);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot write rejected rows to .*nowhere.*--rejects FILE\.\n$/);
  });

  it('loses only the row of a field of 100 MB, using little memory', async () => {
    const endless = Buffer.alloc(100_000_000, 'x');
    const path = await write(
      'endless.csv',
      Buffer.concat([
        Buffer.from('name,city\nFirst Light,Ely\n"'),
        endless,
        Buffer.from('",Ely\nLast Light,Ely\n'),
      ]),
    );
    const limited = { ...database.env, NODE_OPTIONS: '--max-old-space-size=80' };
    const result = await runCli(limited, 'import', path);
    expect(countsOf(result)).toMatchObject({ inserted: 2, rejected: 1 });
  });
});
