import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { CategoriesRepository } from '#libs/businesses/src/categories/categories.repository.js';
import { References } from '#libs/businesses/src/editing/references.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { insertBusiness, insertCategory } from '../../../../test/support/directory.ts';
import { editTransactions } from '../../../../test/support/edit-transactions.ts';
import { expansionsWithoutThread } from '../../../../test/support/expansions.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { EventsRepository } from '../events.repository.js';
import { EventEditor } from './event-editor.js';
import type { EventChange, NewEvent } from './event-input.dto.js';

const STARTS = new Date('2026-12-01T18:00:00Z');
const ENDS = new Date('2026-12-01T20:00:00Z');
const EVENT = {
  name: 'Kite Day',
  startsAt: STARTS,
  endsAt: ENDS,
  recurrence: 'FREQ=DAILY;COUNT=3',
} as NewEvent;
const ANY = new Precondition('*');
const POINT = { latitude: 47.9, longitude: -91.87, precision: 'exact' };
/** Business with a place. */
const HALL = {
  street: '1 Main St',
  city: 'Ely',
  county: 'St. Louis',
  postal_code: '55731',
  ...POINT,
};

describe(EventEditor.name, () => {
  const served = useMigratedDatabase();
  let admin: SignedInAdmin;
  let editor: EventEditor;
  /** Runs before each rule is expanded, which happens before the transaction. */
  let meanwhile: () => Promise<unknown>;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });
  beforeEach(async () => {
    const { database } = served;
    await database.event.deleteMany();
    meanwhile = async () => {};
    const clock = new ManualClock(STARTS.getTime());
    const expansions = expansionsWithoutThread(() => meanwhile());
    editor = new EventEditor(
      editTransactions(database, clock),
      new EventsRepository(database),
      new References(new BusinessesRepository(database), new CategoriesRepository()),
      clock,
      loadEnvironment({}),
      expansions,
    );
  });

  const create = async (more: Partial<NewEvent> = {}) =>
    (await editor.create({ ...EVENT, ...more }, admin)).record;
  const change = (id: string, changes: Partial<EventChange>) =>
    editor.change(id, ANY, changes, admin);
  const days = async () => {
    const rows = await served.database.$queryRaw<{ day: number }[]>`
      SELECT extract(day FROM starts_at)::int AS day FROM event_occurrences ORDER BY starts_at`;
    return rows.map(({ day }) => day);
  };

  it('stores occurrences together with the event, so lists show them immediately', async () => {
    await create();
    expect(await days()).toEqual([1, 2, 3]);
    expect(await served.database.$queryRaw`SELECT FROM event_expansions`).toEqual([]);
    await create({ recurrence: null });
    expect(await days()).toEqual([1, 1, 2, 3]);
  });

  it.each<[string, Partial<EventChange>, number[]]>([
    ['the rule', { recurrence: 'FREQ=WEEKLY;COUNT=2' }, [1, 8]],
    ['the rule to null', { recurrence: null }, [1]],
    [
      'the times',
      { startsAt: new Date('2026-12-05T18:00:00Z'), endsAt: new Date('2026-12-05T19:00:00Z') },
      [5, 6, 7],
    ],
    ['the excluded dates', { excludedDates: ['2026-12-02T18:00:00Z'] }, [1, 3]],
    ['the only date', { recurrence: null, excludedDates: [STARTS.toISOString()] }, []],
    ['only the name', { name: 'Balloon Day' }, [1, 2, 3]],
  ])('updates the occurrences after a change of %s', async (_what, changes, expected) => {
    const { id } = await create();
    await change(id, changes);
    expect(await days()).toEqual(expected);
  });

  it('changes the duration of every occurrence when only the end changes', async () => {
    const { id } = await create();
    await change(id, { endsAt: new Date('2026-12-01T21:30:00Z') });
    const minutes = await served.database.$queryRaw`
      SELECT (extract(epoch FROM ends_at - starts_at) / 60)::int AS minutes FROM event_occurrences`;
    expect(minutes).toEqual([1, 2, 3].map(() => ({ minutes: 210 })));
  });

  it('keeps omitted fields and clears fields set to null', async () => {
    const { pool } = served.database;
    await insertCategory(pool, 'fairs', 'Fairs');
    await insertBusiness(pool, { slug: 'loon' });
    const all = {
      category: 'fairs',
      business: 'loon',
      description: 'Bring wind.',
      venue: 'Park',
      website: 'https://example.com/kites',
      isFree: false,
      address: { street: '1 Main St', city: 'Ely' },
      location: { latitude: 46.8, longitude: -92.1 },
    } as Partial<NewEvent>;
    const { id } = await create(all);
    expect(
      (await change(id, { name: 'Balloons', address: { city: 'Duluth' } })).record,
    ).toMatchObject({
      name: 'Balloons',
      category: { slug: 'fairs' },
      business: { slug: 'loon' },
      description: 'Bring wind.',
      venue: 'Park',
      website: 'https://example.com/kites',
      isFree: false,
      address: { street: '1 Main St', city: 'Duluth' },
      location: { latitude: 46.8, longitude: -92.1, precision: 'exact' },
    });
    const none = {
      category: null,
      business: null,
      description: null,
      venue: null,
      website: null,
      isFree: null,
      location: null,
    };
    expect((await change(id, none)).record).toMatchObject(none);
  });

  it('takes the place of its business unless it has its own', async () => {
    const business = await insertBusiness(served.database.pool, HALL);
    expect(await create({ business })).toMatchObject({
      slug: 'kite-day-ely',
      city: 'Ely',
      address: { street: '1 Main St', city: 'Ely', county: 'St. Louis', postalCode: '55731' },
      location: POINT,
    });
    const location = { latitude: 46.8, longitude: -92.1 };
    for (const own of [{ venue: 'Park' }, { address: { city: 'Duluth' } }, { location }]) {
      expect((await create({ business, ...own })).address.street).toBeNull();
    }
  });

  it('takes the place of another business when it moves there, unless it has its own', async () => {
    const { pool } = served.database;
    const from = await insertBusiness(pool, HALL);
    const to = await insertBusiness(pool, { street: '2 Oak St', city: 'Winona' });
    const { id } = await create({ business: from });
    expect((await change(id, { name: 'Balloons', business: from })).record).toMatchObject({
      address: { street: '1 Main St', postalCode: '55731' },
      location: POINT,
    });
    expect((await change(id, { business: to })).record).toMatchObject({
      address: { street: '2 Oak St', city: 'Winona', county: null, postalCode: null },
      location: null,
    });
    expect((await change(id, { business: from, venue: 'Park' })).record.address.city).toBe(
      'Winona',
    );
    const own = await create({ business: from, address: { street: '9 Elm St' } });
    const atVenue = await create({
      business: from,
      venue: 'Park',
      address: { street: '1 Main St' },
    });
    for (const event of [own, atVenue]) {
      const { record } = await change(event.id, { business: to });
      expect(record).toMatchObject({ business: { id: to }, address: event.address });
    }
  });

  it('loses the point of its business when its address changes to another building', async () => {
    const business = await insertBusiness(served.database.pool, HALL);
    const { id } = await create({ business });
    const placeAfter = async (address: NewEvent['address']) =>
      (await change(id, { address })).record;
    expect(await placeAfter({ unit: 'B', city: 'Ely' })).toMatchObject({ location: POINT });
    expect(await placeAfter({ city: 'Winona', postalCode: null })).toMatchObject({
      address: { street: '1 Main St', county: 'Winona' },
      location: null,
    });
  });

  it('derives the county from the place, and again after a move', async () => {
    const { id, address } = await create({ address: { city: 'Ely', postalCode: '55731-1234' } });
    expect(address).toMatchObject({ county: 'St. Louis', postalCode: '55731' });
    const countyAfter = async (changes: Partial<EventChange>) =>
      (await change(id, changes)).record.address.county;
    expect(await countyAfter({ name: 'Balloons' })).toBe('St. Louis');
    expect(await countyAfter({ address: { city: 'St. Paul', postalCode: null } })).toBe('Ramsey');
    expect(await countyAfter({ location: { latitude: 44.98, longitude: -93.27 } })).toBe(
      'Hennepin',
    );
    await expect(change(id, { address: { county: 'Nowhere' } })).rejects.toMatchObject({
      code: 'invalid_body',
    });
  });

  it('hides a removed event from lists and lists it again once restored', async () => {
    const { id } = await create();
    await editor.remove(id, ANY, admin);
    expect(await days()).toEqual([]);
    await editor.restore(id, ANY, admin);
    expect(await days()).toEqual([1, 2, 3]);
  });

  it.each<[string, Partial<EventChange>]>([
    ['the rule', { recurrence: 'FREQ=DAILY;COUNT=5' }],
    ['the times', { endsAt: new Date('2026-12-01T21:00:00Z') }],
  ])('returns a conflict to one of two admins who change %s at once', async (_what, changes) => {
    const { id } = await create();
    meanwhile = async () => {
      meanwhile = async () => {};
      await change(id, { excludedDates: [STARTS.toISOString()] });
    };
    await expect(change(id, changes)).rejects.toMatchObject({ code: 'conflict' });
    expect(await days()).toEqual([2, 3]);
  });

  it('returns a conflict to an admin who restores an event that was changed in the meantime', async () => {
    const { id } = await create();
    await editor.remove(id, ANY, admin);
    meanwhile = async () => {
      meanwhile = async () => {};
      await editor.restore(id, ANY, admin);
      await change(id, { recurrence: 'FREQ=DAILY;COUNT=2' });
      await editor.remove(id, ANY, admin);
    };
    await expect(editor.restore(id, ANY, admin)).rejects.toMatchObject({ code: 'conflict' });
    expect(await days()).toEqual([]);
  });

  it('refuses a rule that gives no date and leaves the event unchanged', async () => {
    const { id } = await create();
    const never = { recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' };
    await expect(change(id, never)).rejects.toMatchObject({
      code: 'invalid_body',
      details: [{ field: 'recurrence' }],
    });
    await expect(create(never)).rejects.toMatchObject({ code: 'invalid_body' });
    expect(await days()).toEqual([1, 2, 3]);
    expect(await served.database.event.count()).toBe(1);
  });

  it('refuses a start that is not a date of the rule and names the first one', async () => {
    const wednesdays = { recurrence: 'FREQ=WEEKLY;BYDAY=WE' };
    const refused = {
      code: 'invalid_body',
      details: [
        {
          field: 'startsAt',
          message: 'startsAt must be a date of the recurrence, such as 2026-12-02T18:00:00.000Z.',
        },
      ],
    };
    await expect(create(wednesdays)).rejects.toMatchObject(refused);
    const { id } = await create();
    await expect(change(id, wednesdays)).rejects.toMatchObject(refused);
    expect(await days()).toEqual([1, 2, 3]);
    await create({
      ...wednesdays,
      startsAt: new Date('2026-12-02T18:00:00Z'),
      endsAt: new Date('2026-12-02T20:00:00Z'),
    });
  });

  it.each<[string, Partial<NewEvent>, string]>([
    ['recurs', {}, '2026-12-02T18:01:00.000Z'],
    ['takes place once', { recurrence: null }, '2026-12-02T18:00:00.000Z'],
  ])(
    'refuses to cancel an occurrence that an event which %s does not have',
    async (_what, more, wrong) => {
      const refused = {
        code: 'invalid_body',
        details: [
          {
            field: 'excludedDates',
            message: `excludedDates must be start times of occurrences. None starts at ${wrong}.`,
          },
        ],
      };
      const excludedDates = [STARTS.toISOString(), wrong];
      await expect(create({ ...more, excludedDates })).rejects.toMatchObject(refused);
      const { id } = await create(more);
      await expect(change(id, { excludedDates })).rejects.toMatchObject(refused);
    },
  );

  it('keeps canceled dates that a new schedule no longer has', async () => {
    const { id } = await create({ excludedDates: ['2026-12-03T18:00:00.000Z'] });
    const { record } = await change(id, { recurrence: 'FREQ=DAILY;COUNT=2' });
    expect(record.excludedDates).toEqual(['2026-12-03T18:00:00.000Z']);
    expect(await days()).toEqual([1, 2]);
    await editor.remove(id, ANY, admin);
    await editor.restore(id, ANY, admin);
    expect(await days()).toEqual([1, 2]);
  });

  it('passes on unexpected errors', async () => {
    meanwhile = async () => {
      throw new Error('The thread has no memory left.');
    };
    await expect(create()).rejects.toThrow('no memory');
  });

  it('gives events of the same name different slugs, and a name without letters a slug', async () => {
    const slugs = [];
    for (const name of ['Kite Day', 'Kite Day', '!!!']) slugs.push((await create({ name })).slug);
    expect(slugs[0]).toBe('kite-day');
    expect(slugs[1]).toMatch(/^kite-day-/);
    expect(slugs[2]).toBe('event');
    await expect(create({ slug: 'kite-day' })).rejects.toMatchObject({ code: 'conflict' });
    const { id } = await create({ name: 'Former' });
    await change(id, { slug: 'current' });
    expect((await create({ name: 'Former' })).slug).toMatch(/^former-/);
  });
});
