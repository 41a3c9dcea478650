import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { getPage } from '../support/page.ts';
import { importUpload, upload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const FILE = 'no,name,street,city,phone\n1,Loon Cafe,1 Main St,Ely,218-555-0100\n';
const NAMED = '?source=chamber&idColumn=no&rank=20&licence=CC%20BY%204.0&attribution=Ely%20Chamber';

describe('the sources of imports', () => {
  const { database, program, key, token, admin, api } = useDirectory();

  const send = (query: string) => upload(program, token, FILE, { query });
  const importFile = (query: string, file = FILE) => importUpload(program, token, file, { query });
  const sources = (slug: string) => admin('GET', `businesses/${slug}/sources`);
  const undo = (id: string) => admin('POST', `imports/${id}/undo`);

  it('are named for every value, including those an admin overrode', async () => {
    expect(await importFile(NAMED)).toMatchObject({ source: 'chamber', counts: { inserted: 1 } });
    await importFile('', 'name,street,city,website\nLoon Cafe,1 Main St,Ely,loon.example.com\n');
    await admin('PATCH', 'businesses/loon-cafe-ely', { phone: '+12185550199' });
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

  it('appear in the history of the business, as does an undo', async () => {
    const { id } = await importFile(
      NAMED,
      FILE.replace('1 Main St', '9 Main St').replace('Loon Cafe', 'Heron Bistro'),
    );
    await undo(id);
    const { body } = await admin('GET', 'businesses/heron-bistro-ely/history');
    const texts = body.data.map(({ by, text }: { by: string; text: string }) =>
      text.replace(by, '…'),
    );
    expect(texts).toEqual([
      '… undid the import of chamber.',
      '… imported chamber, which changed the street from 1 Main St to 9 Main St.',
      '… imported chamber, which changed the name from “Loon Cafe” to “Heron Bistro”.',
      '… changed the phone from +12185550100 to +12185550199.',
      '… imported a file, which set the website to https://loon.example.com.',
      '… imported chamber, which added it.',
    ]);
    expect(body.pagination.total).toBe(6);
    const second = await admin('GET', 'businesses/heron-bistro-ely/history?page=2&limit=4');
    expect(second.body.data).toEqual(body.data.slice(4));
  });

  it('are named for numbers and flags', async () => {
    await admin('POST', 'businesses', {
      name: 'Egret Grill',
      address: { city: 'Ely' },
      priceLevel: 2,
      attributes: { takeout: true },
    });
    const { values } = (await sources('egret-grill-ely')).body.data;
    for (const [field, value] of Object.entries({ priceLevel: 2, 'attributes.takeout': true })) {
      expect(values).toContainEqual({ field, value, source: null });
    }
  });

  it('return 404 for an unknown business', async () => {
    expect(await sources('nowhere-ely')).toMatchObject({ status: 404 });
  });

  it('are credited on a page of the website that exports link to', async () => {
    const page = await eventually(async () => {
      const html = await (await fetch(`${program.url}/credits`)).text();
      return html.includes('Ely Chamber') ? html : undefined;
    });
    expect(page).toContain('CC BY 4.0');
    const { status, body } = await api('attributions');
    expect([status, body.data]).toEqual([
      200,
      [{ name: 'chamber', licence: 'CC BY 4.0', attribution: 'Ely Chamber' }],
    ]);
    const licence = `<${program.url}/credits>; rel="license", <${program.url}/api/v1/attributions>; rel="license"; type="application/json"`;
    for (const path of [
      'export/businesses.ndjson',
      'businesses?format=csv',
      'businesses?format=geojson',
    ]) {
      const response = await fetch(`${program.url}/api/v1/${path}`, {
        headers: { 'x-api-key': key },
      });
      await response.arrayBuffer();
      expect([path, response.headers.get('link')]).toEqual([
        path,
        expect.stringContaining(licence),
      ]);
    }
  });

  it('are credited on the page of the business, next to its confirmation', async () => {
    const file = 'name,street,city\nPike Cafe,3 Main St,Ely\n';
    await importFile('?source=tourism', file);
    await importFile('?source=health&rank=20&attribution=Department%20of%20Health', file);
    const isShown = (words: string) =>
      eventually(async () => {
        const { html } = await getPage(`${program.url}/b/pike-cafe-ely`);
        return html.replace(/<[^>]*>/g, '').includes(words);
      });
    await isShown(' by Department of Health · Source: tourism');
    await admin('PATCH', 'businesses/pike-cafe-ely', {
      confirmedOn: '2026-10-05',
      confirmedBy: 'owner',
    });
    await isShown('Confirmed in October 2026 by the owner · Source: Department of Health, tourism');
  });

  it('are neither created nor changed by a dry run', async () => {
    const before = (await admin('GET', 'sources')).body.data;
    const changed = await importFile('?source=chamber&dryRun=true&licence=None&rank=77');
    expect(changed).toMatchObject({ source: 'chamber', counts: { updated: 1 } });
    const created = await importFile('?source=guild&dryRun=true&idColumn=no');
    expect(created).toMatchObject({ source: 'guild' });
    expect((await admin('GET', 'sources')).body.data).toEqual(before);
    const { body } = await admin('GET', `audit?subjectId=${changed.id}`);
    expect(body.data).toMatchObject([{ after: { source: 'chamber', licence: 'None', rank: 77 } }]);
  });

  it('are created once by simultaneous imports', async () => {
    const uploads = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        upload(program, token, `name,city\n${name}\n`, { query: '?source=union' }),
      ),
    );
    expect(uploads.map(({ status }) => status)).toEqual([202, 202, 202]);
  });

  it('are credited only while the directory has values of them', async () => {
    const credited = async () => {
      const { body } = await api('attributions');
      return body.data.map(({ name }: { name: string }) => name);
    };
    const file = FILE.replace('Loon Cafe', 'Otter Optics').replace('1 Main', '77 Lake');
    const { id } = await importFile('?source=guild&attribution=Guild', file);
    expect(await credited()).toContain('guild');
    await undo(id);
    expect(await credited()).not.toContain('guild');
  });

  it('refuse invalid parameters with 400 and a different id column with 409', async () => {
    for (const query of ['?licence=MIT', '?source=a&rank=0', '?source=unnamed', '?complete=all']) {
      expect(await send(query)).toMatchObject({ status: 400 });
    }
    expect(await send('?source=chamber&idColumn=name')).toMatchObject({ status: 409 });
  });

  it('need a confirmation on the command line before missing businesses are closed', async () => {
    const header = 'no,name,street,city\n';
    const plover = '1,Plover Press,8 Main St,Ely\n';
    const heron = '2,Heron Hats,9 Main St,Ely\n';
    await importFile('?source=registry&idColumn=no', header + plover + heron);
    const file = join(database.env.DATA_DIR, 'complete.csv');
    await writeFile(file, `${header}${heron}3,Teal Toys,10 Main St,Ely\n`);
    const importComplete = (...options: string[]) =>
      runCli(database.env, 'import', file, '--source', 'registry', ...options);
    const complete = ['--complete', 'close', '--max-missing', '50'];
    const refused = await importComplete(...complete);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/closes every business .* Add --yes to confirm/),
    ]);
    const confirmed = await importComplete('--yes', ...complete);
    expect(confirmed.stdout).toMatch(/inserted +1\n[^]*missing +1: closed/);
  });

  it('state that rows were written before too many businesses turned out to be missing', async () => {
    const header = 'name,street,city\n';
    const shops = ['Wren Wool', 'Owl Optics'].map((name, i) => `${name},${i} Pine St,Ely\n`);
    await importFile('?source=guild', header + shops.join(''));
    const file = join(database.env.DATA_DIR, 'half.csv');
    const importHalf = async (rows: string) => {
      await writeFile(file, header + rows);
      const options = ['--source', 'guild', '--complete', 'close', '--yes'];
      return (await runCli(database.env, 'import', file, ...options)).stderr;
    };
    expect(await importHalf(shops[0]!)).toMatch(/^Cannot import .* 1 of the 2 rows /);
    const stderr = await importHalf(`${shops[0]}Ibis Ink,9 Pine St,Ely\n`);
    expect(stderr).toMatch(/ failed after it had written rows\. 1 of the 3 rows .* To undo it: /);
    const [, id] = /imports undo (.*)\n$/.exec(stderr)!;
    const undone = await runCli(database.env, 'imports', 'undo', id!, '--yes');
    expect(undone.stdout).toContain('removed 1 that the import had added');
  });

  it('allow an import to be undone once, by a request or on the command line', async () => {
    const { id } = await importFile('', 'name,street,city\nTern Tea,7 Oak St,Ely\n');
    const listed = async () =>
      (await api('businesses?city=ely')).body.data.map(({ name }: any) => name);
    expect(await listed()).toContain('Tern Tea');
    expect(await undo(id)).toMatchObject({ status: 200, body: { data: { removed: 1, kept: 0 } } });
    // At once, although this process has just read the version.
    expect(await listed()).not.toContain('Tern Tea');
    expect(await undo(id)).toMatchObject({ status: 409 });
    expect(await undo('0193a610-0d2c-7a41-9c77-5b0c1d2e3f40')).toMatchObject({ status: 404 });
    const again = await importFile('', 'name,street,city\nTern Tea,7 Oak St,Ely\n');
    expect(again).toMatchObject({ counts: { inserted: 1 } });
    const undoing = ['imports', 'undo', again.id];
    expect(await runCli(database.env, ...undoing)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/removes what it added. Add --yes to confirm/),
    });
    const { code, stdout } = await runCli(database.env, ...undoing, '--yes');
    expect([code, stdout]).toEqual([
      0,
      'Restored 0 businesses and removed 1 that the import had added.\n',
    ]);
  });

  it('allow an import to be undone again after the later one that changed its rows', async () => {
    const importRow = (phone: string) =>
      importFile('?source=again', `name,street,city,phone\nGull Grill,8 Oak St,Ely,${phone}\n`);
    const first = await importRow('218-555-0181');
    const second = await importRow('218-555-0182');
    const remaining = async ({ id }: { id: string }) => {
      const { removed, restored, changedLater } = (await undo(id)).body.data;
      return { removed, restored, changedLater };
    };
    expect(await remaining(first)).toEqual({ removed: 0, restored: 0, changedLater: 1 });
    expect((await admin('GET', `imports/${first.id}`)).body.data.undoneAt).toBeNull();
    expect(await remaining(second)).toEqual({ removed: 0, restored: 1, changedLater: 0 });
    expect(await remaining(first)).toEqual({ removed: 1, restored: 0, changedLater: 0 });
    expect(await undo(first.id)).toMatchObject({ status: 409 });
    const history = (await admin('GET', 'businesses/gull-grill-ely/history')).body;
    expect([history.data.length, history.pagination.total]).toEqual([4, 4]);
  });
});
