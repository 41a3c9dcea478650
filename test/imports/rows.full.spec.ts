import { writeFile } from 'node:fs/promises';
import { runCli } from '../support/cli.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useFolder } from '../support/use-folder.ts';

const FILE =
  'name,street,city,state,phone\n' +
  'LOON CAFE LLC,1 Main St,Ely,MN,no\n' +
  '=HYPERLINK(1),2 Main St,Ely,MN,\n' +
  'Far Away,3 Main St,Hudson,WI,\n' +
  'Loon Cafe,1 Main St,Ely,MN,218-555-0100\n';
const HEADER = 'line,kind,businessId,slug,similarTo,reason,notes,before,after\r\n';

describe('the rows of an import', () => {
  const { database, program, pool, token, admin } = useDirectory();
  const inFolder = useFolder();

  const importFile = async (file: string, query = '') =>
    (await importUpload(program, token, file, { query })).id;
  const rowsOf = async (id: string) => {
    const response = await fetch(`${program.url}/admin/imports/${id}/rows.csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const listRows = (id: string, query = '') => admin('GET', `imports/${id}/rows${query}`);
  const withIds = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

  it('200: returns the outcome of every row as CSV, and pages of them as JSON', async () => {
    const id = await importFile(FILE);
    const { status, text, headers } = await rowsOf(id);
    expect([status, withIds(text)]).toEqual([
      200,
      HEADER +
        '2,inserted,id,loon-cafe-llc-ely,,,capitalsLowered phoneUnreadable,,\r\n' +
        '3,inserted,id,hyperlink-1-ely,,,capitalsLowered,,\r\n' +
        '4,rejected,,,,"It is in WI, not Minnesota.",,,\r\n' +
        '5,merged,id,loon-cafe-llc-ely,,,,"{""phone"":null}","{""phone"":""+12185550100""}"\r\n',
    ]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="import-${id}.csv"`);
    const [, line] = text.split('\r\n');
    const { rows } = await pool.query('SELECT slug FROM businesses WHERE id = $1', [
      line!.split(',')[2],
    ]);
    expect(rows).toEqual([{ slug: 'loon-cafe-llc-ely' }]);
    expect((await listRows(id, '?page=2&limit=3')).body).toMatchObject({
      data: [
        { line: 5, kind: 'merged', before: { phone: null }, after: { phone: '+12185550100' } },
      ],
      pagination: { page: 2, total: 4 },
    });
    const printed = await runCli(database.env, 'imports', 'rows', id);
    expect(printed).toMatchObject({ code: 0, stdout: text });
  });

  it('fails a command that cannot store them to the end', async () => {
    await pool.query(
      `CREATE FUNCTION refuse_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON import_rows EXECUTE FUNCTION refuse_rows()`,
    );
    await writeFile(inFolder('file.csv'), FILE);
    const { code } = await runCli(database.env, 'import', inFolder('file.csv'));
    await pool.query('DROP FUNCTION refuse_rows CASCADE');
    const { body } = await admin('GET', 'imports?limit=1');
    expect([code, body.data[0].status]).toEqual([1, 'failed']);
  });

  it('404, 409 and 410: refuses an import that is unknown, unfinished or long past', async () => {
    expect((await rowsOf('0193a610-0d2c-7a41-9c77-5b0c1d2e3f40')).status).toBe(404);
    const id = await importFile(FILE);
    const setStatus = (status: string) =>
      pool.query(`UPDATE imports SET status = $2, operator = 'op' WHERE id = $1`, [id, status]);
    for (const status of ['waiting', 'running']) {
      await setStatus(status);
      expect(await rowsOf(id)).toMatchObject({ status: 409 });
      expect(await listRows(id)).toMatchObject({ status: 409 });
    }
    await setStatus('finished');
    await pool.query('DELETE FROM import_rows WHERE import_id = $1', [id]);
    expect(await rowsOf(id)).toMatchObject({
      status: 410,
      text: expect.stringContaining('"gone"') as string,
    });
  });
});
