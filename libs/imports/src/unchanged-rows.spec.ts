import { importText } from '../../../test/support/import-text.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useEmptyDirectory } from '../../../test/support/use-empty-directory.ts';
import { runImport } from './run-import.js';
import { type ImportSource, UNNAMED } from './writing/import-source.js';

const DAY = 24 * 60 * 60_000;
const NOON = Date.parse('2026-06-01T17:00:00Z');

const directory = useEmptyDirectory();
let byId: ImportSource;
let byIdentity: ImportSource;

beforeAll(async () => {
  byId = await directory.addSource('registry', 10, 'id');
  byIdentity = await directory.addSource('guide', 10);
});

const HEADER = 'id,name,street,city,zip,phone,hours';
const FIRST = [
  '1,LOON CAFE,1 Main St,Ely,55731-1234,218-365-4000,Mo-Fr 08:00-17:00',
  '2,Gull Books,2 Main St,Ely,55731,218-365-400,',
  '3,Gull Books,,Ely,55731,,',
  '4,Gull Books,,Ely,55790,,',
  '5,Otter Garage,5 Elm St,Winona,55987,507-452-1000,"PH off; Mo-Fr 08:00-17:00"',
  '6,Pine Hotel,6 Elm St,Winona,55987,507-452-1001,',
  '6,Pine Hotel,6 Elm St,Winona,55987,507-452-1001,',
  '7,,7 Elm St,Winona,55987,,',
];
/** Renames, moves, repeats, reuses ids, and drops rows. */
const SECOND = [
  FIRST[0],
  '2,Gull Bookshop,2 Main St,Ely,55731,218-365-4001,',
  FIRST[2],
  '8,Gull Books,,Ely,55731,,',
  '5,Otter Garage,50 Elm St,Winona,55987,507-452-1000,',
  '9,Pine Hotel,6 Elm St,Winona,55987,507-452-1001,',
  FIRST[5],
  '1,Heron Inn,70 Oak St,Ely,55731,,',
  FIRST[3],
];

type Options = Parameters<typeof importText>[2];

const importLines = (lines: readonly (string | undefined)[], options: Options = {}) =>
  importText(directory, [HEADER, ...lines].join('\n'), {
    clock: new ManualClock(NOON),
    ...options,
  });

/** Makes imports clean and compare every row. */
const forgetRawRows = () => directory.query('UPDATE source_rows SET raw_digest = NULL');

/** Imports take these notes from the database only if they recognize a row. */
const markRows = () => directory.query("UPDATE source_rows SET notes = '{tooLong}'");

async function contents() {
  const { rows } = await directory.query<Record<string, unknown>>(
    `SELECT r.source_id, key, r.values, digests, is_missing, slug, name, b.street, match_key,
       b.revision, b.removed_at IS NULL AS is_listed
     FROM source_rows r JOIN businesses b ON b.id = r.business_id ORDER BY r.source_id, key`,
  );
  return rows;
}

describe(`${runImport.name}, when rows are unchanged`, () => {
  const sources = {
    'with an id column': () => byId,
    'without an id column': () => byIdentity,
    'of no named source': () => UNNAMED,
  };

  it.each(Object.keys(sources) as (keyof typeof sources)[])(
    'gives the same results as cleaning every row (%s)',
    async (kind) => {
      for (const rows of [3, 100]) {
        const results: unknown[] = [];
        for (const before of [async () => {}, forgetRawRows]) {
          await directory.clear();
          const options = { source: sources[kind](), rows };
          for (const lines of [FIRST, FIRST, SECOND, SECOND, FIRST]) {
            for (const isDryRun of [true, false]) {
              await before();
              const { reports } = await importLines(lines, { ...options, isDryRun });
              const said = reports.map((report) => ({ ...report, businessId: undefined }));
              results.push(said, await contents());
            }
          }
        }
        const half = results.length / 2;
        expect(results.slice(0, half)).toEqual(results.slice(half));
      }
    },
  );

  it('reports the notes of the import that cleaned them', async () => {
    await importLines(FIRST.slice(0, 2), { source: byId });
    await markRows();
    const { reports } = await importLines(FIRST.slice(0, 2), { source: byId });
    expect(reports).toMatchObject([
      { kind: 'unchanged', notes: ['tooLong'] },
      { kind: 'unchanged', notes: ['tooLong'] },
    ]);
  });

  it('recognizes them again after the program cleaned them differently', async () => {
    await importLines([FIRST[0]], { source: byId });
    await directory.query("UPDATE source_rows SET raw_digest = 'of another version'");
    const cleaned = await importLines([FIRST[0]], { source: byId });
    await markRows();
    const recognized = await importLines([FIRST[0]], { source: byId });
    expect([cleaned, recognized].map(({ reports }) => reports)).toMatchObject([
      [{ kind: 'unchanged', notes: ['capitalsLowered', 'zipPlus4'] }],
      [{ kind: 'unchanged', notes: ['tooLong'] }],
    ]);
  });

  it('imports them again once the import that wrote them is undone', async () => {
    const old = FIRST.slice(0, 1);
    const changed = ['1,LOON CAFE,1 Main St,Ely,55731,218-365-4111,'];
    await importLines(old, { source: byId });
    const later = await importLines(changed, { source: byId });
    await later.undo();
    const { kinds, undo } = await importLines(changed, { source: byId });
    expect(kinds).toEqual(['updated']);
    await undo();
    const first = await importLines(['9,Heron Inn,70 Oak St,Ely,55731,,'], { source: byId });
    await first.undo();
    const again = await importLines(['9,Heron Inn,70 Oak St,Ely,55731,,'], { source: byId });
    expect(again.kinds).toEqual(['inserted']);
  });

  it('stores their values again once an admin restored what an undo removed', async () => {
    const { undo } = await importLines([FIRST[0]]);
    await undo();
    await directory.query('UPDATE businesses SET removed_at = NULL');
    await importLines([FIRST[0]]);
    const { rows } = await directory.query<object>(
      "SELECT values->>'city' AS city FROM source_rows",
    );
    expect(rows).toEqual([{ city: 'Ely' }]);
  });

  it('confirms their businesses every month', async () => {
    const confirmed = async () => {
      const { rows } = await directory.query<{ on: string }>(
        'SELECT confirmed_on::text AS on FROM businesses',
      );
      return rows[0]!.on;
    };
    const importAfter = (days: number) =>
      importLines([FIRST[1]], { source: byId, clock: new ManualClock(NOON + days * DAY) });
    await importAfter(0);
    await importAfter(30);
    expect(await confirmed()).toBe('2026-06-01');
    await importAfter(31);
    expect(await confirmed()).toBe('2026-07-02');
  });

  it('uses a new rank of their source', async () => {
    await importLines([FIRST[1]], { source: byId });
    await importLines([FIRST[1]], { source: { ...byId, rank: 20 } });
    const { rows } = await directory.query<{ rank: number }>('SELECT rank FROM source_rows');
    expect(rows).toEqual([{ rank: 20 }]);
  });
});
