import { readFile } from 'node:fs/promises';
import { call } from '../support/http.ts';
import { importIs, upload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';
import { workbookOf } from '../support/zip-archive.ts';

describe('POST /admin/imports', () => {
  const { program, pool, token, admin } = useDirectory();

  const send = (file: string | Buffer, type?: string, query?: string) =>
    upload(program, token, file, { type, query });
  const done = (id: string) => importIs(program, token, id);

  it('202: imports a file in the background and accounts for every row', async () => {
    const { status, body } = await send(await readFile('test/fixtures/shabby.csv'));
    expect([status, body.data]).toMatchObject([202, { status: 'waiting', dryRun: false }]);
    const found = await done(body.data.id);
    expect(found).toMatchObject({
      status: 'finished',
      format: 'CSV',
      encoding: 'UTF-8',
      error: null,
      counts: { inserted: 4, updated: 0, unchanged: 0, merged: 1, rejected: 4 },
    });
    expect(found.bytesRead).toBe(found.size);
    expect(found.problems).toContainEqual({
      line: 7,
      kind: 'rejected',
      reason: 'It is in WI, not Minnesota.',
    });
  });

  it('202: reads mapped columns and the named sheet of a workbook', async () => {
    const mapping = encodeURIComponent('{"name": "Facility"}');
    const mapped = await send(
      'Facility,city\nMapped Cafe,Ely\n',
      'text/csv',
      `?mapping=${mapping}`,
    );
    expect(await done(mapped.body.data.id)).toMatchObject({ counts: { inserted: 1 } });
    const workbook = workbookOf(
      ['A', 'B'],
      [
        ['name', 'city'],
        ['Sheet Cafe', 'Ely'],
      ],
    );
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const { body } = await send(workbook, type, '?sheet=B');
    expect(await done(body.data.id)).toMatchObject({
      format: 'Excel',
      encoding: null,
      counts: { inserted: 1 },
    });
  });

  it('202: lists ignored columns and new top-level categories, which a mapping of values replaces', async () => {
    const file =
      'name,city,kind,fax\nFirst Hearth,Ely,Ovens\nSecond Hearth,Ely,Ovéns;Ovens: brick\n';
    const columns = { columns: 'kind' };
    const start = async (values: object) => {
      const mapping = encodeURIComponent(JSON.stringify({ category: { ...columns, values } }));
      const { body } = await send(file, 'text/csv', `?dryRun=true&mapping=${mapping}`);
      return done(body.data.id);
    };
    expect(await start({})).toMatchObject({ newCategories: ['Ovens'], ignoredColumns: ['fax'] });
    expect(
      await start({ ovens: 'Stoves', ovéns: 'Stoves', 'Ovens: brick': 'Stoves: brick' }),
    ).toMatchObject({
      newCategories: ['Stoves'],
    });
  });

  it('400: refuses an unusable mapping before reading the file', async () => {
    for (const mapping of ['{', '[]', '{"nom":"Facility"}', '{"name":3}']) {
      const { status, body } = await send(
        'name\nA\n',
        'text/csv',
        `?mapping=${encodeURIComponent(mapping)}`,
      );
      expect([status, body]).toMatchObject([400, { error: { details: [{ field: 'mapping' }] } }]);
    }
  });

  it('202, then failed: reports why a file cannot be imported', async () => {
    const { body } = await send('code,title\n11,Farms\n');
    expect(await done(body.data.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('No column contains a business name') as string,
    });
  });

  it('400, 401, 404 and 415: refuses invalid requests', async () => {
    expect(await send('')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_body' } },
    });
    expect((await send('name,state\nA,MN\n', 'text/csv', '?dryrun=true')).status).toBe(400);
    expect((await send('<xml/>', 'application/xml')).status).toBe(415);
    expect((await send('{}', 'application/json')).status).toBe(415);
    const nobody = await call('POST', `${program.url}/admin/imports`, {
      headers: { 'content-type': 'text/csv' },
    });
    expect(nobody.status).toBe(401);
    for (const id of ['0193a610-0d2c-7a41-9c77-5b0c1d2e3f40', '7']) {
      expect((await admin('GET', `imports/${id}`)).status).toBe(404);
    }
    const elsewhere = await call('POST', `${program.url}/api/v1/key-requests`, {
      headers: { 'content-type': 'text/csv' },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('lists imports, newest first, and audits them', async () => {
    const { body } = await admin('GET', 'imports?limit=1');
    expect(body).toMatchObject({ pagination: { total: 6 }, data: [{ status: 'failed' }] });
    const audit = await admin('GET', 'audit?limit=1');
    expect(audit.body).toMatchObject({ data: [{ action: 'import.start', subject: 'import' }] });
  });

  it('409 and 404: refuses to cancel a finished or unknown import', async () => {
    const { body } = await send('name,state\nDone Deal,MN\n');
    await done(body.data.id);
    const cancel = (id: string) => admin('DELETE', `imports/${id}`);
    const again = await cancel(body.data.id);
    expect([again.status, again.body.error]).toMatchObject([
      409,
      { code: 'conflict', message: 'The import is already finished.' },
    ]);
    expect((await cancel('0193a610-0d2c-7a41-9c77-5b0c1d2e3f40')).status).toBe(404);
  });

  it('409: refuses more than 20 unfinished uploads', async () => {
    const add = (count: number, file?: string) =>
      pool.query(
        `INSERT INTO imports (id, admin_id, file, dry_run, size)
         SELECT gen_random_uuid(), admins.id, $2, false, 1 FROM admins, generate_series(1, $1)`,
        [count, file],
      );
    await add(19);
    // An import on the command line does not wait in the queue.
    await add(1, 'loons.csv');
    const { body } = await send('name,state\nThe Twentieth,MN\n');
    await done(body.data.id);
    await add(1);
    const refused = await send('name,state\nOne Too Many,MN\n');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      '20 imports are not done yet. Wait for one of them, or cancel one.',
    ]);
    await pool.query(`DELETE FROM imports WHERE status = 'waiting'`);
  });
});
