import { importText } from '../../../test/support/import-text.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useEmptyDirectory } from '../../../test/support/use-empty-directory.ts';
import { runImport } from './run-import.js';
import type { ImportSource } from './writing/import-source.js';

const directory = useEmptyDirectory();
const sources: Record<string, ImportSource> = {};

beforeAll(async () => {
  sources.registry = await directory.addSource('registry', 10, 'id');
  sources.licences = await directory.addSource('licences', 20, 'id');
  sources.guide = await directory.addSource('guide', 5);
});

type Options = NonNullable<Parameters<typeof importText>[2]>;

const importFrom = (name: string, lines: string[], options: Options = {}) =>
  importText(directory, lines.join('\n'), { source: sources[name]!, ...options });

const listed = async () =>
  (
    await directory.query<Record<string, unknown>>(
      `SELECT name, street, unit, city, postal_code AS zip, latitude, precision, phone, email,
         website, status, category_slugs AS categories, hours
       FROM businesses WHERE removed_at IS NULL ORDER BY name, street`,
    )
  ).rows;

describe(`${runImport.name}, when rows repeat an id`, () => {
  const HEADER = 'id,name,street,city,zip,phone';
  const SHOP = '1,Twin Shop,1 Main St,Ely,55731,218-365-4000';

  it.each([
    ['another business', '1,Other Garage,5 Elm St,Winona,55987,'],
    ['another branch', '1,Twin Shop,5 Elm St,Winona,55987,507-452-1000'],
  ])('keeps the first and reports the line of %s', async (_, other) => {
    for (const rows of [1, 100]) {
      await directory.clear();
      const said = await importFrom('registry', [HEADER, SHOP, other], { isDryRun: true, rows });
      const { reports, kinds } = await importFrom('registry', [HEADER, SHOP, other], { rows });
      expect([kinds, said.kinds]).toEqual([
        ['inserted', 'rejected'],
        ['inserted', 'rejected'],
      ]);
      expect(reports[1]).toMatchObject({
        line: 3,
        notes: ['idRepeated'],
        reason: expect.stringMatching(/^Lines 2 and 3 have one id, 1,/) as string,
      });
      expect(await listed()).toMatchObject([
        {
          name: 'Twin Shop',
          street: '1 Main St',
          city: 'Ely',
          zip: '55731',
          phone: '+12183654000',
        },
      ]);
    }
    const again = await importFrom('registry', [HEADER, SHOP, other]);
    expect(again.kinds).toEqual(['unchanged', 'rejected']);
  });

  it('merges the rows of one business, and takes the place from one of them', async () => {
    const header = 'id,name,street,unit,city,zip,latitude,longitude,phone';
    const rows = [
      '1,Twin Shop,1 Main St,Suite 12,Ely,55731,,,218-365-4000',
      '1,Twin Shop,1 Main Street,Suite 9,Ely,55731,47.903,-91.867,',
    ];
    const expected = { unit: 'Suite 9', latitude: 47.903, phone: '+12183654000' };
    for (const order of [rows, [...rows].reverse()]) {
      await directory.clear();
      const { kinds } = await importFrom('registry', [header, ...order]);
      expect([kinds, await listed()]).toMatchObject([['inserted', 'merged'], [expected]]);
      expect((await importFrom('registry', [header, ...order])).kinds).toEqual([
        ...['unchanged', 'merged'],
      ]);
      expect(await listed()).toMatchObject([expected]);
    }
  });

  it('takes the exact point of one address from either row', async () => {
    const header = 'id,name,street,city,zip,latitude,longitude';
    const shop = '1,Twin Shop,1 Main St,Ely,55731';
    for (const rows of [
      [`${shop},,`, `${shop},47.9,-91.87`],
      [`${shop},47.9,-91.87`, `${shop},,`],
    ]) {
      await directory.clear();
      await importFrom('registry', [header, ...rows]);
      expect(await listed()).toMatchObject([{ latitude: 47.9, precision: 'exact' }]);
    }
  });

  it('never mixes the ZIP code and suite of one row with the pin of another', async () => {
    const header = 'id,name,street,unit,city,zip,latitude,longitude';
    const rows = [
      '1,Twin Shop,33 Delta Ave,Apt 4,Saint Paul,55101,44.95,-93.09',
      '1,Twin Shop,33 Delta Ave,,Saint Paul,55118,44.9021,-93.0811',
    ];
    for (const order of [rows, [...rows].reverse()]) {
      await directory.clear();
      await importFrom('registry', [header, ...order]);
      const [{ zip, unit, latitude }] = (await listed()) as [Record<string, unknown>];
      expect([
        ['55101', 'Apt 4', 44.95],
        ['55118', null, 44.9021],
      ]).toContainEqual([zip, unit, latitude]);
    }
  });

  it.each([
    ['10 of 20', 20, 10, true],
    ['11 of 20', 20, 11, false],
    ['11 of 1,100', 1_100, 11, true],
    ['12 of 1,100', 1_100, 12, false],
  ])(
    'accepts repeated ids in at most 10 rows or 1 %% of rows: %s',
    async (_, rows, repeated, isTaken) => {
      const lines = Array.from(
        { length: rows },
        (_, n) => `${n < rows - repeated ? n : 0},Shop ${n},${n + 1} Main St,Ely,55731,`,
      );
      const options = { isDryRun: isTaken, rows: 1_000 };
      const importing = importFrom('registry', [HEADER, ...lines], options);
      if (isTaken) await expect(importing).resolves.toMatchObject({});
      else await expect(importing).rejects.toThrow(`${repeated} of ${rows} repeat the id`);
      expect(await listed()).toEqual([]);
    },
  );
});

describe(`${runImport.name}, when a business moves`, () => {
  const HEADER = 'id,name,street,unit,city,zip,latitude,longitude';
  const OLD = '7,Loon Cafe,1 Main St,Suite 4,Ely,55731,47.903,-91.867';
  const MOVED = ['id,name,street,city,zip', '7,Loon Cafe,9 Oak St,Ely,55731'];

  it('drops the pin and suite of the old address', async () => {
    await importFrom('registry', [HEADER, OLD]);
    const { kinds, undo } = await importFrom('registry', MOVED);
    expect(kinds).toEqual(['updated']);
    expect(await listed()).toMatchObject([
      { street: '9 Oak St', unit: null, precision: 'postalCode' },
    ]);
    await undo();
    expect(await listed()).toMatchObject([
      { street: '1 Main St', unit: 'Suite 4', latitude: 47.903, precision: 'exact' },
    ]);
  });

  it('drops another source’s pin and suite of the old address', async () => {
    await importFrom('guide', [HEADER.slice(3), OLD.slice(2)]);
    await importFrom('registry', ['id,name,street,city,zip', '7,Loon Cafe,1 Main St,Ely,55731']);
    expect(await listed()).toMatchObject([{ unit: 'Suite 4', latitude: 47.903 }]);
    await importFrom('registry', MOVED);
    expect(await listed()).toMatchObject([
      { street: '9 Oak St', unit: null, precision: 'postalCode' },
    ]);
    const again = await importFrom('guide', [HEADER.slice(3), OLD.slice(2)]);
    expect([again.kinds, await listed()]).toMatchObject([['unchanged'], [{ street: '9 Oak St' }]]);
  });

  it('uses the pin and suite of the row with the new address', async () => {
    await importFrom('registry', [HEADER, OLD]);
    const row = '7,Loon Cafe,9 Oak St,#2,Ely,55731,47.91,-91.86';
    await importFrom('registry', [HEADER, row]);
    expect(await listed()).toMatchObject([{ street: '9 Oak St', unit: '#2', latitude: 47.91 }]);
  });

  it('keeps pin and suite when only the spelling of the address changes', async () => {
    await importFrom('registry', [HEADER, OLD]);
    await importFrom('registry', [
      'id,name,street,city,zip',
      '7,Loon Cafe,1 Main Street N,Ely,55731',
    ]);
    expect(await listed()).toMatchObject([
      { street: '1 Main Street N', unit: 'Suite 4', latitude: 47.903 },
    ]);
  });

  it('keeps an address that an admin corrected', async () => {
    await importFrom('registry', [HEADER, OLD]);
    await directory.query(`UPDATE businesses SET street = '3 Main St'`);
    await importFrom('registry', ['id,name,street,city,zip', '7,Loon Cafe,5 Elm St,Winona,55987']);
    expect(await listed()).toMatchObject([
      { street: '3 Main St', unit: 'Suite 4', city: 'Ely', zip: '55731', latitude: 47.903 },
    ]);
  });
});

describe(`${runImport.name}, when a column is blank`, () => {
  const HEADER =
    'id,name,street,unit,city,zip,latitude,longitude,phone,email,category,hours,website';
  const FULL =
    '7,Loon Cafe,1 Main St,Suite 4,Ely,55731,47.903,-91.867,218-365-4000,a@example.com,Cafe,Mo 09:00-17:00,example.com';
  const BLANK = '7,Loon Cafe,1 Main St,,Ely,55731,,,,,,,';

  it('withdraws the old value of its source, but keeps it when the column is missing', async () => {
    await importFrom('registry', [HEADER, FULL]);
    const full = await listed();
    await importFrom('registry', ['id,name,street,city,zip', '7,Loon Cafe,1 Main St,Ely,55731']);
    expect(await listed()).toEqual(full);
    const { kinds, undo } = await importFrom('registry', [HEADER, BLANK]);
    expect([kinds, await listed()]).toMatchObject([
      ['updated'],
      [
        {
          unit: null,
          precision: 'postalCode',
          phone: null,
          email: null,
          categories: [],
          hours: [],
          website: null,
          street: '1 Main St',
        },
      ],
    ]);
    expect((await importFrom('registry', [HEADER, BLANK])).kinds).toEqual(['unchanged']);
    await undo();
    expect(await listed()).toEqual(full);
  });

  it('withdraws the value for a JSON null, but not for a word such as "unknown"', async () => {
    const row = { id: 7, name: 'Loon Cafe', street: '1 Main St', city: 'Ely', zip: '55731' };
    const say = (more: object) => importFrom('registry', [JSON.stringify({ ...row, ...more })]);
    await say({ phone: '218-365-4000', email: 'a@example.com' });
    await say({ phone: 'unknown', email: null });
    expect(await listed()).toMatchObject([{ phone: '+12183654000', email: null }]);
  });

  it('keeps the values of other sources and admins', async () => {
    await importFrom('licences', [HEADER, FULL]);
    await importFrom('guide', [HEADER.slice(3), FULL.slice(2).replace('4000', '4999')]);
    await importFrom('licences', [HEADER, BLANK]);
    expect(await listed()).toMatchObject([{ phone: '+12183654999', latitude: 47.903 }]);
    await directory.query(`UPDATE businesses SET email = 'admin@example.com'`);
    await importFrom('guide', [HEADER.slice(3), BLANK.slice(2)]);
    expect(await listed()).toMatchObject([{ phone: null, email: 'admin@example.com' }]);
  });

  it('withdraws nothing for a file without a source, which may have another publisher', async () => {
    await importText(directory, [HEADER, FULL].join('\n'));
    await importText(directory, [HEADER, BLANK].join('\n'));
    expect(await listed()).toMatchObject([
      { phone: '+12183654000', unit: 'Suite 4', categories: ['cafe'] },
    ]);
  });
});

describe(`${runImport.name}, when an admin renames a category or gives it another slug`, () => {
  const importShop = (shop: string, categories: string, website = '') =>
    importFrom('guide', ['name,city,category,website', `${shop},Ely,${categories},${website}`]);
  const categories = async () => (await listed()).map((business) => business.categories);

  beforeEach(async () => {
    await directory.query('DELETE FROM categories');
    await importShop('Stilt', 'Tea; Yarn');
    await directory.query(`UPDATE categories SET name = 'Herbal tea' WHERE slug = 'tea'`);
    await directory.query(`UPDATE categories SET name = 'Wool', slug = 'wool' WHERE slug = 'yarn'`);
  });

  it('keeps it as it is', async () => {
    const { kinds, newCategories } = await importShop('Stilt', 'Tea; Yarn', 'a.example');
    expect([kinds, newCategories, await categories()]).toEqual([
      ['updated'],
      [],
      [['tea', 'wool']],
    ]);
    const { rows } = await directory.query('SELECT slug, name FROM categories ORDER BY slug');
    expect(rows).toEqual([
      { slug: 'tea', name: 'Herbal tea' },
      { slug: 'wool', name: 'Wool' },
    ]);
  });

  it('adds a business to it by its new name and by its former slug', async () => {
    const { newCategories } = await importShop('Godwit', 'Herbal tea; Yarn');
    expect([newCategories, await categories()]).toEqual([
      [],
      [
        ['tea', 'wool'],
        ['tea', 'wool'],
      ],
    ]);
  });

  it('removes a business from it by its new name', async () => {
    await importShop('Godwit', 'Herbal tea');
    await importShop('Godwit', 'Bait');
    expect(await categories()).toEqual([['bait'], ['tea', 'wool']]);
  });

  it('removes a business from it once the source drops it', async () => {
    await importShop('Stilt', 'Yarn');
    expect(await categories()).toEqual([['wool']]);
  });

  it('still undoes imports and removes businesses that a complete file lacks', async () => {
    const { undo } = await importShop('Godwit', 'Bait; Tea; Yarn');
    await directory.query(`UPDATE categories SET name = 'Minnows' WHERE slug = 'bait'`);
    await undo();
    expect(await categories()).toEqual([['tea', 'wool']]);
    const file = ['name,city,category,website', 'Plover,Ely,Sand,'];
    await importFrom('guide', file, { complete: 'remove', maxMissing: 100 });
    expect(await categories()).toEqual([['sand']]);
  });
});

describe(`${runImport.name}, when values change`, () => {
  it('reports the old and new ones, in a dry run as in the real one', async () => {
    const header = 'id,name,street,city,phone,category';
    const ham = '2,Heron Ham,6 Elm St,Ely,218-555-0122,Ham';
    await importFrom('registry', [header, '1,Heron Hats,5 Elm St,Ely,218-555-0111,Hats', ham]);
    const newer = [header, '1,Heron Hats,7 Elm St,Ely,,Caps', ham, '3,Heron Hay,8 Elm St,Ely,,'];
    const { rows } = await directory.query<{ id: string }>(
      `SELECT id FROM businesses WHERE name = 'Heron Ham'`,
    );
    const edited = `id,name,website\n${rows[0]!.id},Heron Hamm,heron.example`;
    for (const isDryRun of [true, false]) {
      const { reports } = await importFrom('registry', newer, { isDryRun });
      expect(reports).toMatchObject([
        {
          line: 2,
          kind: 'updated',
          slug: 'heron-hats-ely',
          before: { 'address.street': '5 Elm St', phone: '+12185550111', categories: ['Hats'] },
          after: { 'address.street': '7 Elm St', phone: null, categories: ['Caps'] },
        },
        { line: 3, kind: 'unchanged', slug: 'heron-ham-ely' },
        { line: 4, kind: 'inserted', slug: 'heron-hay-ely' },
      ]);
      for (const report of reports.slice(1)) expect(report).not.toHaveProperty('before');
      expect((await importText(directory, edited, { isDryRun })).reports).toMatchObject([
        {
          kind: 'updated',
          before: { name: 'Heron Ham', website: null },
          after: { name: 'Heron Hamm', website: 'https://heron.example' },
        },
      ]);
    }
  });
});

describe(`${runImport.name}, when hours change`, () => {
  const BEFORE = ['monday 09:00-17:00', '2026-12-25'];
  const row = (hours: string, more = '') => [
    `name,street,city,zip,hours${more && ',special hours'}`,
    `Loon Cafe,1 Main St,Ely,55731,${hours}${more}`,
  ];

  it.each([
    ['closed', row('closed'), ['', '']],
    ['weekly hours only', row('Tu 09:00-17:00'), ['tuesday 09:00-17:00', '']],
    ['unreadable hours', row('By chance'), BEFORE],
    ['a word for unknown hours', row('unknown'), BEFORE],
    [
      'unreadable special hours',
      row('Tu 09:00-17:00', ',?!'),
      ['tuesday 09:00-17:00', '2026-12-25'],
    ],
  ])('are the last readable ones of the source, after %s', async (_, lines, after) => {
    const listedHours = async () => {
      const { rows } = await directory.query<Record<'hours' | 'dates', Record<string, string>[]>>(
        'SELECT hours, special_hours AS dates FROM businesses',
      );
      const { hours, dates } = rows[0]!;
      const week = hours.map(({ day, opens, closes }) => `${day} ${opens}-${closes}`);
      return [week.join(), dates.map(({ date }) => date).join()];
    };
    await importFrom('guide', row('Mo 09:00-17:00; 2026 Dec 25 off'));
    expect(await listedHours()).toEqual(BEFORE);
    await importFrom('guide', lines);
    expect(await listedHours()).toEqual(after);
  });
});

describe(`${runImport.name}, when a rule returns every year`, () => {
  it('moves its special hours on with the year of the import', async () => {
    const lines = [
      'name,street,city,zip,hours',
      'Loon Cafe,1 Main St,Ely,55731,Mo 9:00-17:00; Dec 25 off',
    ];
    const dates = async () => {
      const { rows } = await directory.query<{ days: { date: string; closed: boolean }[] }>(
        'SELECT special_hours AS days FROM businesses',
      );
      return rows[0]!.days.map(({ date, closed }) => [date, closed]);
    };
    for (const source of ['guide', undefined]) {
      await directory.clear();
      const importIn = async (day: string) => {
        const clock = new ManualClock(Date.parse(`${day}T12:00:00Z`));
        const options = { clock, ...(source && { source: sources[source] }) };
        return (await importText(directory, lines.join('\n'), options)).kinds;
      };
      expect(await importIn('2026-01-02')).toEqual(['inserted']);
      expect(await importIn('2026-12-31')).toEqual(['unchanged']);
      expect(await dates()).toEqual([
        ['2026-12-25', true],
        ['2027-12-25', true],
      ]);
      expect(await importIn('2027-01-02')).toEqual(['updated']);
      expect(await dates()).toEqual([
        ['2027-12-25', true],
        ['2028-12-25', true],
      ]);
    }
  });
});

describe(`${runImport.name}, with a complete file`, () => {
  const HEADER = 'id,name,street,city,zip,phone';
  const SHOP = '1,Loon Shop,1 Main St,Ely,55731,';

  it.each(['close', 'remove'] as const)(
    'keeps a business open that is listed under another id (%s)',
    async (complete) => {
      const cafe = 'Loon Cafe,99 Oak St,Ely,55731,';
      await importFrom('registry', [HEADER, `7,${cafe}218-365-4000`, SHOP]);
      const { missing, undo } = await importFrom('registry', [HEADER, `8,${cafe}`, SHOP], {
        complete,
      });
      expect(missing).toBe(0);
      // Only the former row had the phone number.
      const expected = { name: 'Loon Cafe', status: 'open', phone: null };
      expect(await listed()).toMatchObject([expected, { status: 'open' }]);
      await undo();
      expect(await listed()).toMatchObject([{ phone: '+12183654000' }, {}]);
    },
  );

  it.each([true, false])(
    'counts new rows as rows of the source (dry run: %s)',
    async (isDryRun) => {
      const shops = Array.from({ length: 23 }, (_, n) => `${n},Shop ${n},${n} Main St,Ely,55731,`);
      const second = '3b,Shop 3,3 Main St,Ely,55731,';
      await importFrom('registry', [HEADER, ...shops.slice(0, 20), second]);
      // Of 24 rows, 3 are new and 3 are missing. One of the others changes.
      const file = [HEADER, `${shops[3]}218-365-4000`, ...shops.slice(4), second];
      const options = { complete: 'close', isDryRun } as const;
      await expect(importFrom('registry', file, { ...options, maxMissing: 12 })).rejects.toThrow(
        '3 of the 24 rows of this source are missing from the file, more than the limit of 12 %.',
      );
      const { missing } = await importFrom('registry', file, { ...options, maxMissing: 13 });
      expect(missing).toBe(3);
    },
  );

  it('keeps a business open whose row is rejected, without an id column', async () => {
    const header = 'name,street,city,state,zip';
    const shops = Array.from({ length: 20 }, (_, i) => `Shop ${i},${i} Main St,Ely,MN,55731`);
    await importFrom('guide', [header, ...shops]);
    const rejected = ['Shop 0,0 Main St,Ely,MI,55731', 'Shop 1,1 Main St,Ely,,45731'];
    const file = [header, ...rejected, ...shops.slice(3)];
    const { kinds, missing } = await importFrom('guide', file, { complete: 'close' });
    expect(kinds.slice(0, 3)).toEqual(['rejected', 'rejected', 'unchanged']);
    expect(missing).toBe(1);
    const closed = (await listed()).filter(({ status }) => status === 'closed');
    expect(closed).toMatchObject([{ name: 'Shop 2' }]);
  });

  const SHOPS = Array.from({ length: 20 }, (_, i) => `${i},Shop ${i},${i} Main St,Ely,55731,`);

  it('keeps a business open whose row repeats the id of another', async () => {
    await importFrom('registry', [HEADER, ...SHOPS]);
    const file = [HEADER, ...SHOPS.slice(1), SHOPS[0]!.replace('0,', '7,')];
    const { kinds, missing } = await importFrom('registry', file, { complete: 'close' });
    expect([kinds.at(-1), missing]).toEqual(['rejected', 0]);
    expect((await listed()).filter(({ status }) => status === 'closed')).toEqual([]);
  });

  it.each([
    ['is damaged', '0,"Shop 0,0 Main St,Ely,55731,'],
    ['has no id', ',Shop 0,0 Main St,Ely,55731,'],
  ])('closes nothing while a row that %s may be the missing one', async (_, row) => {
    await importFrom('registry', [HEADER, ...SHOPS]);
    const damaged = [HEADER, row, ',Total: 20,,,,', ...SHOPS.slice(1)];
    const failing = importFrom('registry', damaged, { complete: 'close' });
    await expect(failing).rejects.toThrow(
      'Rows that are damaged or have no id (1) may be the missing ones.',
    );
    const businesses = await listed();
    expect(businesses).toHaveLength(20);
    expect(businesses.every(({ status }) => status === 'open')).toBe(true);
  });
});
