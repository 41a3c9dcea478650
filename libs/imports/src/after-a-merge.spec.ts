import { Precondition } from '#libs/editing/src/precondition.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { businessEditor } from '../../../test/support/business-editor.ts';
import { importText } from '../../../test/support/import-text.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { addAdmin } from '../../../test/support/signed-in-admin.ts';
import { useEmptyDirectory } from '../../../test/support/use-empty-directory.ts';
import { runImport } from './run-import.js';
import { SourcesRepository } from './sources/sources.repository.js';
import { SourcesService } from './sources/sources.service.js';
import { type ImportSource, UNNAMED } from './writing/import-source.js';

const ANY = new Precondition('*');
const LAKE = 'Loon Lake Cafe,1 Main St,Ely,218-555-0100,';
const GRILL = 'Loon Grill,2 Oak St,Ely,218-555-0111,grill.example.com';

describe(`${runImport.name}, after a merge`, () => {
  const directory = useEmptyDirectory();
  const sources: Record<string, ImportSource> = { unnamed: UNNAMED };
  let admin: SignedInAdmin;

  beforeAll(async () => {
    admin = await addAdmin(directory.database);
    for (const name of ['chamber', 'licences', 'visitors']) {
      sources[name] = await directory.addSource(name, 10);
    }
  });

  const editor = () => businessEditor(directory.database, new ManualClock());
  const business = async (slug: string) => (await editor().read(slug)).record;
  const importRows = (source: string, ...rows: string[]) => {
    const file = ['name,street,city,phone,website', ...rows].join('\n');
    return importText(directory, file, { source: sources[source] });
  };
  const importBoth = async () => [
    ...(await importRows('chamber', LAKE)).kinds,
    ...(await importRows('licences', GRILL)).kinds,
    ...(await importRows('unnamed', GRILL, LAKE)).kinds,
  ];
  const merge = (from: string) => editor().merge('loon-lake-cafe-ely', ANY, { from }, admin);
  const mergeBoth = async () => {
    await importBoth();
    await merge('loon-grill-ely');
  };

  it('changes nothing for the same files, and applies newer ones to the surviving business', async () => {
    await mergeBoth();
    const merged = await business('loon-lake-cafe-ely');
    expect(new Set(await importBoth())).toEqual(new Set(['unchanged', 'merged']));
    expect(await business('loon-lake-cafe-ely')).toEqual(merged);
    expect((await business('loon-grill-ely')).removedAt).not.toBeNull();
    expect((await importRows('visitors', GRILL)).kinds).toEqual(['merged']);
    expect(await business('loon-lake-cafe-ely')).toMatchObject({
      name: 'Loon Lake Cafe',
      phone: '+12185550100',
    });
    // "licences" now updates the merged-away business and must not change the surviving one.
    await importRows('licences', GRILL.replace('0111', '0122'));
    await importRows('chamber', LAKE.replace('0100', '0133'));
    expect(await business('loon-lake-cafe-ely')).toMatchObject({
      name: 'Loon Lake Cafe',
      phone: '+12185550133',
      website: null,
    });
  });

  it('restores the sources of a merged business, and both continue separately', async () => {
    await mergeBoth();
    await importRows('visitors', GRILL);
    await importRows('licences', GRILL.replace('0111', '0122'));
    await editor().restore('loon-grill-ely', ANY, admin);
    const newer = await importRows('licences', GRILL.replace('grill.example', 'oak.example'));
    expect(newer.kinds).toEqual(['updated']);
    // Its sources apply again, although their values changed while it was merged.
    const phoneOf = async () => (await business('loon-grill-ely')).phone;
    expect(await phoneOf()).toBe('+12185550111');
    await importRows('licences', GRILL.replace('0111', '0122'));
    expect(await phoneOf()).toBe('+12185550122');
    const service = new SourcesService(new SourcesRepository(directory.database));
    const sourcesOf = async (slug: string) =>
      (await service.ofBusiness(slug)).rows.map(({ source }) => source);
    expect(await sourcesOf('loon-grill-ely')).toEqual(['licences', 'visitors', 'unnamed']);
    expect(await sourcesOf('loon-lake-cafe-ely')).toEqual(['chamber', 'unnamed']);
  });

  it('can be undone, which removes only its own values from the surviving business', async () => {
    await importRows('chamber', LAKE);
    const { undo } = await importRows('visitors', 'Heron Books,5 Elm St,Ely,218-555-0166,');
    await merge('heron-books-ely');
    const before = await business('loon-lake-cafe-ely');
    await undo();
    expect(await business('loon-lake-cafe-ely')).toEqual(before);
  });
});
