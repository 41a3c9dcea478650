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

  it('is refused in one sentence if it does not exist', async () => {
    const path = join(folder, 'missing.csv');
    const { code, stdout, stderr } = await importFile(path);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.* The file does not exist\.\n$/);
    expect(await readdir(folder)).toEqual([]);
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
