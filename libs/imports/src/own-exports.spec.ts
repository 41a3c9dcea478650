import fc from 'fast-check';
import { insertBusiness } from '../../../test/support/directory.ts';
import { importText } from '../../../test/support/import-text.ts';
import { useEmptyDirectory } from '../../../test/support/use-empty-directory.ts';
import { BusinessCsv } from '#libs/businesses/src/formats/csv.js';
import { feature, featureCollection } from '#libs/businesses/src/formats/geojson.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { BUSINESS_FIELDS, sparse } from '#libs/businesses/src/record/business-fields.js';
import { csvText } from '#libs/text/src/csv.js';
import { runImport } from './run-import.js';
import type { ImportSource } from './writing/import-source.js';

const CSV = new BusinessCsv(BUSINESS_FIELDS);

const EXPORTS = {
  CSV: (all: BusinessDto[], fields = BUSINESS_FIELDS) => {
    const csv = new BusinessCsv(fields);
    return csvText([csv.header(), ...all.map((each) => csv.line(each))]);
  },
  GeoJSON: (all: BusinessDto[], fields = BUSINESS_FIELDS) =>
    featureCollection(all.map((each) => feature(each, sparse(each, fields)))),
  NDJSON: (all: BusinessDto[], fields = BUSINESS_FIELDS) =>
    all.map((each) => `${JSON.stringify(sparse(each, fields))}\n`).join(''),
};
const FORMATS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];

const directory = useEmptyDirectory();
let registry: ImportSource;
let guide: ImportSource;

beforeAll(async () => {
  registry = await directory.addSource('registry', 10, 'licence');
  guide = await directory.addSource('guide', 5);
});

/** Returns all records as served by the API, and the directory's version. */
const served = async () => {
  const { rows } = await directory.query<{ record: string; version: string }>(
    `SELECT record, version FROM businesses, directory_version
     WHERE removed_at IS NULL ORDER BY slug`,
  );
  const records = rows.map(({ record }) => JSON.parse(record) as BusinessDto);
  const withOrigin = (each: BusinessDto) => ({ ...each, url: `https://a.example${each.url}` });
  return { version: rows[0]?.version, records: records.map(withOrigin) };
};

const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
      fc.constantFrom(
        ...[
          'LOON CAFE',
          "'=1+1",
          '=SUM(A1)',
          '＝SUM(A1)',
          '-5',
          'N/A',
          'A, "B"; C',
          '12 Main St Ste 4',
          'https://a.example',
        ],
        ...['a\r\nb\n\nc', '@home', 'Café &amp; Söhne', 'The Loon d/b/a Heron', '00000'],
      ),
    )
    .filter((value) => value.trim() !== '' && !value.includes('\0'));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hour, minute]) => [hour, minute].map((part) => String(part).padStart(2, '0')).join(':'));
const specialHours = fc
  .array(
    fc.record({
      date: fc.constantFrom('2026-11-26', '2026-12-24', '2027-01-01'),
      hours: fc.array(fc.record({ opens: time, closes: time }), { maxLength: 2 }),
      name: maybe(text(20)),
    }),
    { maxLength: 3 },
  )
  .map((days) => days.map((day) => ({ ...day, closed: day.hours.length === 0 })));
const businesses = fc.array(
  fc
    .record({
      name: text(60),
      description: maybe(text(200)),
      status: fc.constantFrom('open', 'temporarily_closed', 'closed'),
      street: maybe(text(40)),
      unit: maybe(text(20)),
      city: maybe(fc.oneof(text(20), fc.constantFrom('Ely', 'St. Paul', 'Duluth'))),
      county: maybe(fc.constantFrom('St. Louis', 'Hennepin', 'Nowhere')),
      postal_code: maybe(fc.constantFrom('55731', '55802', '54016', '99999')),
      point: maybe(
        fc.record({
          latitude: fc.double({ min: 40, max: 50, noNaN: true }),
          longitude: fc.double({ min: -99, max: -88, noNaN: true }),
          precision: maybe(fc.constantFrom('exact', 'postalCode', 'city')),
        }),
      ),
      phone: maybe(fc.constantFrom('+12185550100', '+441632960001', '911')),
      email: maybe(fc.constantFrom('a@example.com', 'Somebody <b@example.com>')),
      website: maybe(fc.constantFrom('https://b.example', 'HTTP://c.example/', 'not known')),
      social: fc.dictionary(
        fc.constantFrom('facebook', 'tiktok'),
        fc.constantFrom('https://www.facebook.com/loon', '@loon'),
      ),
      hours: fc.array(
        fc.record({ day: fc.constantFrom('monday', 'friday'), opens: time, closes: time }),
        { maxLength: 3 },
      ),
      legal_name: maybe(text(60)),
      price_level: maybe(fc.integer({ min: 1, max: 4 })),
      special_hours: specialHours,
      attributes: fc.record(
        {
          wheelchair: fc.constantFrom('yes', 'limited', 'no'),
          wifi: fc.boolean(),
          languages: fc.constantFrom(['en'], ['en', 'hmn']),
          payment: fc.subarray(['cash', 'cards', 'ebt'], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      confirmed_on: maybe(fc.constantFrom('2026-10-05', '1500-01-01')),
      confirmed_by: fc.constantFrom('owner', 'source:registry'),
      identifiers: fc.subarray([
        { scheme: 'osm', value: 'node/123' },
        { scheme: 'license', value: 'A, 7' },
        { scheme: 'naics', value: '44' },
      ]),
      established_on: maybe(fc.constantFrom('1998-05-02', '1500-01-01')),
      category_names: fc.array(
        fc.constantFrom('Cafe', 'Bar: sports', 'Arts; Crafts', 'HVAC', 'b'),
        {
          maxLength: 3,
        },
      ),
    })
    .map(({ point, ...columns }) => ({ ...columns, ...point })),
  { minLength: 1, maxLength: 4 },
);

const slugOf = (category: string) => `c-${category.toLowerCase().replace(/\W+/g, '-')}`;

const fill = async (all: (Record<string, unknown> & { category_names: string[] })[]) => {
  await directory.clear();
  for (const { category_names: names, ...columns } of all) {
    for (const name of names) {
      await directory.query(
        `INSERT INTO categories (id, slug, name) VALUES (gen_random_uuid(), $1, $2)
         ON CONFLICT DO NOTHING`,
        [slugOf(name), name],
      );
    }
    await insertBusiness(directory.pool, { ...columns, categories: names.map(slugOf) });
  }
};

describe(`${runImport.name}, with an export of this directory`, () => {
  it('changes nothing for any business', async () => {
    await fc.assert(
      fc.asyncProperty(businesses, fc.subarray(BUSINESS_FIELDS), async (all, some) => {
        await fill(all);
        const before = await served();
        expect(before.records).toHaveLength(all.length);
        for (const format of FORMATS) {
          for (const [isDryRun, fields] of [
            [true, BUSINESS_FIELDS],
            [false, BUSINESS_FIELDS],
            [false, ['name', ...some] as typeof some],
          ] as const) {
            const exported = EXPORTS[format](before.records, [...fields]);
            const { reports } = await importText(directory, exported, { isDryRun });
            const problems = reports.filter(({ kind }) => kind !== 'unchanged');
            expect([format, problems, reports.length]).toEqual([format, [], all.length]);
            expect(await served()).toEqual(before);
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  const ROW = 'licence,name,street,unit,city,zip,latitude,longitude,phone,website,category';
  const CAFE =
    '7,Loon Cafe,1 Main St,Suite 4,Ely,55731,47.903,-91.867,218-365-4000,loon.example,Cafe';

  describe.each(FORMATS)('as %s', (format) => {
    let before: Awaited<ReturnType<typeof served>>;

    beforeEach(async () => {
      await importText(directory, [ROW, CAFE].join('\n'), { source: registry });
      before = await served();
    });

    const importChanged = async (change: (record: BusinessDto) => void, isDryRun = false) => {
      const changed = structuredClone(before.records);
      changed.forEach(change);
      return importText(directory, EXPORTS[format](changed), { isDryRun });
    };

    it('renames the business with the id, and undo restores its name', async () => {
      const rename = (record: BusinessDto) => void (record.name = 'Heron Bistro');
      expect((await importChanged(rename, true)).kinds).toEqual(['updated']);
      expect(await served()).toEqual(before);
      const { kinds, undo } = await importChanged(rename);
      const [{ id }] = before.records as [BusinessDto];
      const after = await served();
      expect([kinds, after.records]).toMatchObject([
        ['updated'],
        [{ id, name: 'Heron Bistro', slug: 'heron-bistro-ely', phone: '+12183654000' }],
      ]);
      expect(
        (await importText(directory, [ROW, CAFE].join('\n'), { source: registry })).kinds,
      ).toEqual(['unchanged']);
      expect(await undo()).toMatchObject({ restored: 1, removed: 0, kept: 0 });
      expect((await served()).records).toMatchObject([{ id, name: 'Loon Cafe' }]);
    });

    it('moves the business with the id, without the pin of its old address', async () => {
      const { kinds } = await importChanged(({ address }) => {
        Object.assign(address, { street: '5 Elm St', city: 'Winona', postalCode: '55987' });
      });
      const [{ id }] = before.records as [BusinessDto];
      expect([kinds, (await served()).records]).toMatchObject([
        ['updated'],
        [
          {
            id,
            address: { street: '5 Elm St', city: 'Winona', county: 'Winona' },
            location: { precision: 'postalCode' },
          },
        ],
      ]);
    });

    it('replaces categories, hours and the point', async () => {
      await importChanged((record) => {
        record.categories = [{ slug: 'bar', name: 'Bar' }];
        record.hours = [{ day: 'friday', opens: '17:00', closes: '01:30' }];
        Object.assign(record.location!, { latitude: 47.91, longitude: -91.86 });
      });
      expect((await served()).records).toMatchObject([
        {
          categories: [{ name: 'Bar' }],
          hours: [{ day: 'friday', opens: '17:00', closes: '01:30' }],
          address: { street: '1 Main St', unit: 'Suite 4' },
          location: { latitude: 47.91, precision: 'exact' },
        },
      ]);
    });

    it('clears a value whose cell is now blank, and keeps the pin', async () => {
      await importChanged((record) => Object.assign(record, { website: null, phone: null }));
      expect((await served()).records).toMatchObject([
        { website: null, phone: null, location: { latitude: 47.903, precision: 'exact' } },
      ]);
    });
  });

  it('changes nothing if a spreadsheet rewrote the dates', async () => {
    await importText(directory, [`${ROW},established`, `${CAFE},1987-04-03`].join('\n'), {
      source: registry,
    });
    const { records } = await served();
    const rewritten = EXPORTS.CSV(records).replaceAll(
      /(\d{4})-(\d\d)-(\d\d)/g,
      (_, year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
    );
    expect(rewritten).toContain('4/3/1987');
    expect((await importText(directory, rewritten)).kinds).toEqual(['unchanged']);
    expect((await served()).records).toEqual(records);
  });

  it('undoes an edit again once a later edit of the same value is undone', async () => {
    await importText(directory, [ROW, CAFE].join('\n'));
    const contacts = async () =>
      (await served()).records.map(({ phone, website }) => [phone, website]);
    const edit = async (phone: string, website: string) => {
      const [record] = (await served()).records as [BusinessDto];
      return importText(directory, EXPORTS.CSV([{ ...record, phone, website }]));
    };
    const before = await contacts();
    const first = await edit('+12183654111', 'https://heron.example');
    const second = await edit('+12183654222', 'https://heron.example');
    expect(await first.undo()).toMatchObject({ restored: 1, kept: 1, changedLater: 1 });
    expect(await contacts()).toEqual([['+12183654222', before[0]![1]]]);
    expect(await second.undo()).toMatchObject({ restored: 1, kept: 0, changedLater: 0 });
    expect(await first.undo()).toMatchObject({ restored: 1, kept: 0, changedLater: 0 });
    expect(await contacts()).toEqual(before);
  });

  const DAYS_OFF = [{ date: '2026-11-26' }, { date: '2026-12-24' }];

  it.each([
    ['closed', [], DAYS_OFF.slice(0, 1)],
    ['Tu 09:00-17:00; 2026 Dec 24 off', [{ day: 'tuesday' }], DAYS_OFF],
  ])('reads weekly and special hours of an edited cell: %s', async (cell, hours, specialHours) => {
    const before = 'Mo 09:00-17:00; 2026 Nov 26 off';
    await importText(directory, [`${ROW},hours`, `${CAFE},${before}`].join('\n'));
    const edited = EXPORTS.CSV((await served()).records).replace('Mo 09:00-17:00', cell);
    expect((await importText(directory, edited)).kinds).toEqual(['updated']);
    expect((await served()).records).toMatchObject([{ hours, specialHours }]);
  });

  it('rejects a second, different change to a business and reports both lines', async () => {
    await importText(directory, [ROW, CAFE].join('\n'));
    const [record] = (await served()).records as [BusinessDto];
    const changed = [{ ...record, name: 'Heron Bistro' }, record].map((each) => CSV.line(each));
    const { reports } = await importText(directory, csvText([CSV.header(), ...changed]));
    expect(reports).toMatchObject([
      { kind: 'updated' },
      {
        kind: 'rejected',
        notes: ['idRepeated'],
        reason: expect.stringMatching('^Lines 2 and 3 ') as string,
      },
    ]);
    expect((await served()).records).toMatchObject([{ name: 'Heron Bistro' }]);
  });

  it.each([1, 2])(
    'applies a change after rejecting an earlier row of the business, in batches of %i',
    async (rows) => {
      await importText(directory, [ROW, CAFE].join('\n'));
      const [record] = (await served()).records as [BusinessDto];
      const nameless = { ...record, name: '' };
      const exported = EXPORTS.CSV([nameless, { ...record, name: 'Heron Bistro' }]);
      for (const isDryRun of [true, false]) {
        const { kinds } = await importText(directory, exported, { isDryRun, rows });
        expect(kinds).toEqual(['rejected', 'updated']);
      }
    },
  );

  it('does not restore removed businesses', async () => {
    await importText(directory, [ROW, CAFE].join('\n'));
    const exported = EXPORTS.CSV((await served()).records);
    await directory.query('UPDATE businesses SET removed_at = now()');
    const { reports } = await importText(directory, exported.replace('Loon', 'Heron'));
    expect(reports).toMatchObject([{ kind: 'unchanged', notes: ['removedBefore'] }]);
    expect((await served()).records).toEqual([]);
  });

  it.each(['close', 'remove'] as const)(
    'keeps businesses that a complete file lists by their ids (%s)',
    async (complete) => {
      await importText(directory, [ROW, CAFE].join('\n'), { source: guide });
      const before = await served();
      const exported = EXPORTS.CSV(before.records);
      const { kinds, missing } = await importText(directory, exported, { source: guide, complete });
      expect([kinds, missing]).toEqual([['unchanged'], 0]);
      expect(await served()).toEqual(before);
    },
  );

  it.each(FORMATS)(
    'fills another directory with the same precision and websites (%s)',
    async (format) => {
      await importText(
        directory,
        [ROW, CAFE, '8,Heron Books,2 Main St,,Ely,55731,,,,,Books'].join('\n'),
      );
      const { records } = await served();
      await directory.clear();
      expect((await importText(directory, EXPORTS[format](records))).kinds).toEqual([
        'inserted',
        'inserted',
      ]);
      const copied = (await served()).records;
      const facts = ({ name, location, website, address }: BusinessDto) => [
        name,
        location,
        website,
        address,
      ];
      expect(copied.map(facts)).toEqual(records.map(facts));
      expect(copied.map(({ location }) => location?.precision).sort()).toEqual([
        'exact',
        'postalCode',
      ]);
    },
  );
});
