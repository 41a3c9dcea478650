import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';

describe('a faulty file', () => {
  let database: TestDatabase;
  let folder: string;
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const importFile = (path: string, ...options: string[]) =>
    runCli(database.env, 'import', path, ...options);

  beforeAll(async () => {
    database = await createAnyDatabase();
    folder = join(database.env.DATA_DIR, 'files');
    await mkdir(folder);
  });
  afterAll(() => database.drop());

  it.each<[string, string | undefined, RegExp]>([
    ['missing.csv', undefined, /The file does not exist\.$/],
    ['empty.csv', '', /It is empty\.$/],
    [
      'columns.csv',
      'code,title\n11,Farms\n',
      /No column contains a business name.* has: code, title\. Specify the column in a mapping/,
    ],
    [
      'places.osm',
      '<?xml version="1.0"?>\n<osm version="0.6"><node id="1"/></osm>',
      /It is an OpenStreetMap file \(\.osm or \.osm\.pbf\)\. Save its places as GeoJSON, .*ogr2ogr/,
    ],
    ['places.osm.pbf', '\0\0\0\u000e\n\tOSMHeader\u0018\u007f', /It is an OpenStreetMap file/],
  ])('is refused with one sentence: %s', async (name, content, sentence) => {
    const path = content === undefined ? join(folder, name) : await write(name, content);
    const { code, stdout, stderr } = await importFile(path);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await readdir(folder)).not.toContain(`${name}.rejects.csv`);
  });

  it('is refused if it is a folder', async () => {
    const { code, stderr } = await importFile(folder);
    expect([code, stderr]).toEqual([1, `Cannot import ${folder}. It is a folder, not a file.\n`]);
  });

  it('is refused if its rejected rows cannot be written', async () => {
    const path = await write('good.csv', 'name,city\nLoon Cafe,Ely\n');
    const nowhere = join(folder, 'nowhere', 'rejects.csv');
    const { code, stderr } = await importFile(path, '--rejects', nowhere);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot write rejected rows to .*nowhere.*--rejects FILE\.\n$/);
    expect(countsOf(await importFile(path))).toMatchObject({ inserted: 1 });
  });

  it('with a field of 100 MB loses only that row, using little memory', async () => {
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
