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
  const withIds = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');

  it('200: returns the outcome of every row', async () => {
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
    const printed = await runCli(database.env, 'imports', 'rows', id);
    expect(printed).toMatchObject({ code: 0, stdout: text });
  });

  const listRows = (id: string, query = '') => admin('GET', `imports/${id}/rows${query}`);

  it('200: returns the old and new values of every change, in a dry run as in the real one', async () => {
    const source = '?source=heron&idColumn=no';
    await importFile(
      'no,name,street,city,phone,category\n' +
        '1,Heron Hats,5 Elm St,Ely,218-555-0111,Hats\n' +
        '2,Heron Ham,6 Elm St,Ely,218-555-0122,Ham\n',
      source,
    );
    const { rows: stored } = await pool.query(`SELECT id FROM businesses WHERE name = 'Heron Ham'`);
    const newer =
      'no,name,street,city,phone,category\n' +
      '1,Heron Hats,7 Elm St,Ely,,Caps\n' +
      '2,Heron Ham,6 Elm St,Ely,218-555-0122,Ham\n' +
      '3,Heron Hay,8 Elm St,Ely,,\n';
    const edited = `id,name,website\n${stored[0].id},Heron Hamm,heron.example\n`;
    const changes = {
      before: {
        'address.street': '5 Elm St',
        phone: '+12185550111',
        categories: ['Hats'],
      },
      after: { 'address.street': '7 Elm St', phone: null, categories: ['Caps'] },
    };
    for (const mode of ['&dryRun=true', '']) {
      const { body } = await listRows(await importFile(newer, source + mode));
      expect(body.pagination).toMatchObject({ total: 3 });
      expect(body.data).toMatchObject([
        { line: 2, kind: 'updated', slug: 'heron-hats-ely', ...changes },
        { line: 3, kind: 'unchanged', slug: 'heron-ham-ely' },
        { line: 4, kind: 'inserted', slug: 'heron-hay-ely' },
      ]);
      for (const row of body.data.slice(1)) expect(Object.keys(row)).not.toContain('before');
      const edits = await listRows(await importFile(edited, mode && '?dryRun=true'));
      expect(edits.body.data).toMatchObject([
        {
          kind: 'updated',
          before: { name: 'Heron Ham', website: null },
          after: { name: 'Heron Hamm', website: 'https://heron.example' },
        },
      ]);
    }
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
