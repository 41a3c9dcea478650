import { signIn } from '../support/admin.ts';
import { type TestDatabase, onAnyDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { type Program, startProgram } from '../support/program.ts';
import { runCli } from '../support/cli.ts';

interface ImportRecord {
  id: string;
  status: string;
  error: string | null;
  counts: Record<string, number>;
}

const FILE = 'no,name,street,city,phone\n1,Loon Cafe,1 Main St,Ely,218-555-0100\n';
const NAMED = '?source=chamber&idColumn=no&rank=20&licence=CC%20BY%204.0&attribution=Ely%20Chamber';

onAnyDatabase('the sources of imports', (create) => {
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

  const send = async (query: string, file = FILE) => {
    const response = await fetch(`${program.url}/admin/imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: file,
    });
    return { status: response.status, body: (await response.json()) as { data: ImportRecord } };
  };
  const importFile = async (query: string, file = FILE) => {
    const { body } = await send(query, file);
    return eventually(async () => {
      const found = await call('GET', `${program.url}/admin/imports/${body.data.id}`, { token });
      const { data } = found.body as { data: ImportRecord };
      return ['finished', 'failed'].includes(data.status) ? data : undefined;
    }, 40_000);
  };
  const sources = (slug: string) =>
    call('GET', `${program.url}/admin/businesses/${slug}/sources`, { token });
  const undo = (id: string) => call('POST', `${program.url}/admin/imports/${id}/undo`, { token });

  it('say of each value whose it is, and whom an admin overruled', async () => {
    expect(await importFile(NAMED)).toMatchObject({ source: 'chamber', counts: { inserted: 1 } });
    await importFile('', 'name,street,city,website\nLoon Cafe,1 Main St,Ely,loon.example.com\n');
    await call('PATCH', `${program.url}/admin/businesses/loon-cafe-ely`, {
      token,
      json: { phone: '+12185550199' },
      headers: { 'if-match': '*' },
    });
    const renamed = FILE.replace('Loon Cafe', 'Heron Bistro').replace('0100', '0122');
    expect(await importFile(NAMED, renamed)).toMatchObject({ counts: { updated: 1 } });
    const { status, body } = await sources('heron-bistro-ely');
    expect([status, body]).toMatchObject([
      200,
      {
        data: {
          values: expect.arrayContaining([
            { field: 'name', value: 'Heron Bistro', source: 'chamber' },
            { field: 'phone', value: '+12185550199', source: null },
            { field: 'website', value: 'https://loon.example.com', source: 'unnamed' },
            { field: 'address.street', value: '1 Main St', source: 'chamber' },
          ]) as unknown,
          rows: [
            { source: 'chamber', key: '1', rank: 20, licence: 'CC BY 4.0' },
            { source: 'unnamed', rank: 0, attribution: null },
          ],
        },
      },
    ]);
  });

  it('404 for a business that there is not', async () => {
    expect(await sources('nowhere-ely')).toMatchObject({ status: 404 });
  });

  it('are credited on the website, which the export leads to', async () => {
    const page = await eventually(async () => {
      const html = await (await fetch(`${program.url}/credits`)).text();
      return html.includes('Ely Chamber') ? html : undefined;
    });
    expect(page).toContain('CC BY 4.0');
  });

  it('400 and 409: what cannot be', async () => {
    for (const query of ['?licence=MIT', '?source=a&rank=0', '?source=unnamed', '?complete=all']) {
      expect(await send(query)).toMatchObject({ status: 400 });
    }
    expect(await send('?source=chamber&idColumn=name')).toMatchObject({ status: 409 });
  });

  it('are complete only where little is missing', async () => {
    const complete = `${NAMED}&complete=close`;
    const other = 'no,name,street,city\n2,Crane Books,2 Main St,Ely\n';
    expect(await importFile(complete, other)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('more than 10 %') as string,
      counts: { inserted: 1 },
    });
    expect(await importFile(`${complete}&maxMissing=50`, other)).toMatchObject({ missing: 1 });
  });

  it('an import is undone once, by a request or on the command line', async () => {
    const { id } = await importFile('', 'name,street,city\nTern Tea,7 Oak St,Ely\n');
    expect(await undo(id)).toMatchObject({ status: 200, body: { data: { removed: 1, kept: 0 } } });
    expect(await undo(id)).toMatchObject({ status: 409 });
    const rehearsed = await importFile('?dryRun=true');
    expect(await undo(rehearsed.id)).toMatchObject({ status: 409 });
    expect(await undo('0193a610-0d2c-7a41-9c77-5b0c1d2e3f40')).toMatchObject({ status: 404 });
    const again = await importFile('', 'name,street,city\nTern Tea,7 Oak St,Ely\n');
    expect(again).toMatchObject({ counts: { inserted: 1 } });
    const { code, stdout } = await runCli(database.env, 'imports', 'undo', again.id);
    expect([code, stdout]).toEqual([
      0,
      '0 businesses are as before, and 1 that it had brought are gone.\n',
    ]);
  });
});
