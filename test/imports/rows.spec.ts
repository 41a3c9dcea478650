import { signIn } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import { onAnyDatabase } from '../support/databases.ts';
import type { Program } from '../support/program.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';
import { importUpload } from '../support/uploads.ts';

const FILE =
  'name,street,city,state,phone\n' +
  'LOON CAFE LLC,1 Main St,Ely,MN,no\n' +
  '=HYPERLINK(1),2 Main St,Ely,MN,\n' +
  'Far Away,3 Main St,Hudson,WI,\n' +
  'Loon Cafe,1 Main St,Ely,MN,218-555-0100\n';
const HEADER = 'line,kind,businessId,slug,similarTo,reason,notes\r\n';

onAnyDatabase('GET /admin/imports/{id}/rows.csv', (create) => {
  let directory: RunningDirectory;
  let program: Program;
  let token: string;

  beforeAll(async () => {
    directory = await startDirectory(await create());
    ({ program } = directory);
    token = await signIn(program);
  });
  afterAll(() => directory.stop());

  const importFile = async (file: string, query = '') =>
    (await importUpload(program, token, file, { query })).id;
  const rowsOf = async (id: string) => {
    const response = await fetch(`${program.url}/admin/imports/${id}/rows.csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const withIds = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

  it('200: returns the outcome of every row', async () => {
    const id = await importFile(FILE);
    const { status, text, headers } = await rowsOf(id);
    expect([status, withIds(text)]).toEqual([
      200,
      HEADER +
        '2,inserted,id,loon-cafe-llc-ely,,,capitalsLowered phoneUnreadable\r\n' +
        '3,inserted,id,hyperlink-1-ely,,,capitalsLowered\r\n' +
        '4,rejected,,,,"It is in WI, not Minnesota.",\r\n' +
        '5,merged,id,loon-cafe-llc-ely,,,\r\n',
    ]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="import-${id}.csv"`);
    const [, line] = text.split('\r\n');
    const { rows } = await directory.pool.query('SELECT slug FROM businesses WHERE id = $1', [
      line!.split(',')[2],
    ]);
    expect(rows).toEqual([{ slug: 'loon-cafe-llc-ely' }]);
    const printed = await runCli(directory.database.env, 'imports', 'rows', id);
    expect(printed).toMatchObject({ code: 0, stdout: text });
  });

  it('200: returns a dry run without ids, also for more rows than one page stores', async () => {
    const many = Array.from({ length: 6_000 }, (_, n) => `Loon Number ${n},Ely,MN\n`).join('');
    const { text } = await rowsOf(await importFile(`name,city,state\n${many}`, '?dryRun=true'));
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(6_002);
    expect(lines[6_000]).toBe('6001,inserted,,loon-number-5999-ely,,,');
  });

  it('404, 409 and 410: refuses an import that is unknown, unfinished or long past', async () => {
    expect((await rowsOf('0193a610-0d2c-7a41-9c77-5b0c1d2e3f40')).status).toBe(404);
    const id = await importFile(FILE);
    const { pool } = directory;
    await pool.query(`UPDATE imports SET status = 'running', operator = 'op' WHERE id = $1`, [id]);
    expect(await rowsOf(id)).toMatchObject({ status: 409 });
    await pool.query(`UPDATE imports SET status = 'finished' WHERE id = $1`, [id]);
    await pool.query('DELETE FROM import_rows WHERE import_id = $1', [id]);
    expect(await rowsOf(id)).toMatchObject({
      status: 410,
      text: expect.stringContaining('"gone"') as string,
    });
    expect((await rowsOf(await importFile('name,city\n'))).status).toBe(200);
  });
});
