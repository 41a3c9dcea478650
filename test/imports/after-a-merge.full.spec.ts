import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const NOTHING = { inserted: 0, updated: 0 };

describe('importing after a merge', () => {
  const { program, pool, token, edit } = useDirectory();

  const importRows = (source: string | undefined, ...rows: string[]) => {
    const file = ['name,street,city,phone,website', ...rows, ''].join('\n');
    const query = source ? `?source=${source}` : '';
    return importUpload(program, token, file, { query });
  };
  const merge = (from: string) =>
    edit('POST', 'businesses/loon-lake-cafe-ely/merge', { from: `${from}-ely` });
  const LAKE = 'Loon Lake Cafe,1 Main St,Ely,218-555-0100,';
  const GRILL = 'Loon Grill,2 Oak St,Ely,218-555-0111,grill.example.com';
  const importBoth = async () => [
    (await importRows('chamber', LAKE)).counts,
    (await importRows('licences', GRILL)).counts,
    (await importRows(undefined, GRILL, LAKE)).counts,
  ];

  it('changes nothing for the same files, and applies newer ones to the surviving business', async () => {
    await importBoth();
    await merge('loon-grill');
    const merged = await edit('GET', 'businesses/loon-lake-cafe-ely');
    for (const counts of await importBoth()) {
      expect(counts).toMatchObject(NOTHING);
    }
    expect(await edit('GET', 'businesses/loon-lake-cafe-ely')).toEqual(merged);
    expect((await edit('GET', 'businesses/loon-grill-ely')).removedAt).not.toBeNull();
    expect((await importRows('visitors', GRILL)).counts).toMatchObject({ merged: 1 });
    expect(await edit('GET', 'businesses/loon-lake-cafe-ely')).toMatchObject({
      name: 'Loon Lake Cafe',
      phone: '+12185550100',
    });
    // "licences" now updates the merged-away business and must not change the surviving one.
    await importRows('licences', GRILL.replace('0111', '0122'));
    await importRows('chamber', LAKE.replace('0100', '0133'));
    expect(await edit('GET', 'businesses/loon-lake-cafe-ely')).toMatchObject({
      name: 'Loon Lake Cafe',
      phone: '+12185550133',
      website: null,
    });
  });

  it('restores the sources of a merged business, and both continue separately', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM businesses WHERE slug = 'loon-grill-ely'`,
    );
    await edit('POST', `businesses/${rows[0]!.id}/restore`);
    const newer = await importRows('licences', GRILL.replace('grill.example', 'oak.example'));
    expect(newer.counts).toMatchObject({ inserted: 0, updated: 1 });
    // Its sources apply again, although their values changed while it was merged.
    const phoneOf = async () => (await edit('GET', 'businesses/loon-grill-ely')).phone;
    expect(await phoneOf()).toBe('+12185550111');
    await importRows('licences', GRILL.replace('0111', '0122'));
    expect(await phoneOf()).toBe('+12185550122');
    const sourcesOf = async (slug: string) => {
      const { rows } = await edit('GET', `businesses/${slug}/sources`);
      return rows.map(({ source }: { source: string }) => source);
    };
    expect(await sourcesOf('loon-grill-ely')).toEqual(['licences', 'visitors', 'unnamed']);
    expect(await sourcesOf('loon-lake-cafe-ely')).toEqual(['chamber', 'unnamed']);
  });

  it('can be undone, which removes only its own values from the surviving business', async () => {
    await importRows('chamber', LAKE);
    const { id } = await importRows('other', 'Heron Books,5 Elm St,Ely,218-555-0166,');
    await merge('heron-books');
    const before = await edit('GET', 'businesses/loon-lake-cafe-ely');
    await edit('POST', `imports/${id}/undo`);
    expect(await edit('GET', 'businesses/loon-lake-cafe-ely')).toEqual(before);
  });
});
