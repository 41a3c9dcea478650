import { readFile } from 'node:fs/promises';
import { signIn } from '../support/admin.ts';
import { type TestDatabase, onAnyDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { type Program, startProgram } from '../support/program.ts';
import { zipArchive } from '../support/zip-archive.ts';

interface ImportRecord {
  id: string;
  status: string;
  counts: Record<string, number>;
  [field: string]: unknown;
}

onAnyDatabase('POST /admin/imports', (create) => {
  let database: TestDatabase;
  let program: Program;
  let token: string;

  beforeAll(async () => {
    database = await create();
    program = await startProgram(database.env);
    token = await signIn(program);
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  const send = async (body: string | Buffer, type = 'text/csv', query = '') => {
    const response = await fetch(`${program.url}/admin/imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: response.status, body: (await response.json()) as { data: ImportRecord } };
  };
  const get = async (id: string) => {
    const { body } = await call('GET', `${program.url}/admin/imports/${id}`, { token });
    return (body as { data: ImportRecord }).data;
  };
  const done = (id: string) =>
    eventually(async () => {
      const found = await get(id);
      return ['finished', 'failed'].includes(found.status) ? found : undefined;
    }, 40_000);

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

  it('202: rehearses', async () => {
    const { body } = await send(
      '{"name":"Dry Dock","city":"Ely"}\n',
      'application/x-ndjson',
      '?dryRun=true',
    );
    expect(await done(body.data.id)).toMatchObject({ dryRun: true, counts: { inserted: 1 } });
    const again = await send('{"name":"Dry Dock","city":"Ely"}\n', 'application/x-ndjson');
    expect(await done(again.body.data.id)).toMatchObject({ counts: { inserted: 1 } });
  });

  it('202: reads the columns that a mapping names, and the sheet of a workbook', async () => {
    const mapping = encodeURIComponent('{"name": "Facility"}');
    const mapped = await send(
      'Facility,city\nMapped Cafe,Ely\n',
      'text/csv',
      `?mapping=${mapping}`,
    );
    expect(await done(mapped.body.data.id)).toMatchObject({ counts: { inserted: 1 } });
    const row = (cells: string[]) =>
      `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
    const workbook = zipArchive({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="A" id="1"/><sheet name="B" id="2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="2" Target="worksheets/b.xml"/></R>',
      'xl/worksheets/b.xml': `<worksheet><sheetData>${row(['name', 'city'])}${row(['Sheet Cafe', 'Ely'])}</sheetData></worksheet>`,
    });
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const { body } = await send(workbook, type, '?sheet=B');
    expect(await done(body.data.id)).toMatchObject({
      format: 'Excel',
      encoding: null,
      counts: { inserted: 1 },
    });
  });

  it('400: refuses a mapping that cannot be used, before the file is taken', async () => {
    for (const mapping of ['{', '[]', '{"nom":"Facility"}', '{"name":3}']) {
      const { status, body } = await send(
        'name\nA\n',
        'text/csv',
        `?mapping=${encodeURIComponent(mapping)}`,
      );
      expect([status, body]).toMatchObject([400, { error: { details: [{ field: 'mapping' }] } }]);
    }
  });

  it('202, and failed: says why a file cannot be imported', async () => {
    const { body } = await send('code,title\n11,Farms\n');
    expect(await done(body.data.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('No column holds the name') as string,
    });
  });

  it('400, 401, 404, 415', async () => {
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
    const unknown = `${program.url}/admin/imports/0193a610-0d2c-7a41-9c77-5b0c1d2e3f40`;
    expect((await call('GET', unknown, { token })).status).toBe(404);
    expect((await call('GET', `${program.url}/admin/imports/7`, { token })).status).toBe(404);
    const elsewhere = await call('POST', `${program.url}/api/v1/key-requests`, {
      headers: { 'content-type': 'text/csv' },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('lists them, newest first, and audits them', async () => {
    const { body } = await call('GET', `${program.url}/admin/imports?limit=1`, { token });
    expect(body).toMatchObject({ pagination: { total: 6 }, data: [{ status: 'failed' }] });
    const audit = await call('GET', `${program.url}/admin/audit?limit=1`, { token });
    expect(audit.body).toMatchObject({ data: [{ action: 'import.start', subject: 'import' }] });
  });

  it('finishes after a restart what a killed server was at', async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => `Loon Cafe ${i},${i} Main St,Ely\n`);
    const { body } = await send(`name,street,city\n${rows.join('')}`);
    await eventually(async () => (await get(body.data.id)).status === 'running' || undefined);
    await program.kill();
    program = await startProgram(database.env);
    token = await signIn(program);
    const { status, counts } = await done(body.data.id);
    expect([status, counts.inserted! + counts.unchanged!]).toEqual(['finished', 2_000]);
  });
});
