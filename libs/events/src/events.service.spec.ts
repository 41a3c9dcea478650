import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { insertBusiness, insertCategory } from '../../../test/support/directory.ts';
import { EXAMPLE_EVENT } from '../../../test/support/examples.ts';
import { eventsWithoutExtension, insertEvent } from '../../../test/support/events.ts';
import { expansionsWithoutThread } from '../../../test/support/expansions.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import type { EventCriteria } from './list/event-criteria.js';
import { ExtensionService } from './occurrences/extension.service.js';

const MAX_IN_CALENDAR = 500;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-21T12:00:00Z');
const at = (milliseconds: number) => new Date(START + milliseconds);

describe(EventsService.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let clock: ManualClock;
  let extension: ExtensionService;
  let events: EventsService;

  beforeAll(() => {
    Logger.overrideLogger(false);
    ({ pool } = served.database);
  });

  beforeEach(async () => {
    await pool.query('DELETE FROM events');
    clock = new ManualClock(START);
    extension = new ExtensionService(
      served.database,
      new EventsRepository(served.database),
      expansionsWithoutThread(),
      clock,
    );
    events = eventsWithoutExtension(served.database);
  });

  const insert = (begins: number, more?: Parameters<typeof insertEvent>[2]) =>
    insertEvent(pool, at(begins), more);
  const page = (from: number, to: number, more: Partial<EventCriteria> = {}) =>
    events.page({ from: at(from), to: at(to), ...more }, { page: 1, limit: 100 });
  const namesOf = async (from: number, to: number) =>
    (await page(from, to)).items.map(({ name }) => name);

  it('lists events that are in progress at any time in the window', async () => {
    await insert(-HOUR, { name: 'ended just before' });
    await insert(-HOUR, { lasts: HOUR + 1, name: 'ends just after the start' });
    await insert(0, { name: 'begins at the start' });
    await insert(DAY - 1, { name: 'begins just before the end' });
    await insert(DAY, { name: 'begins at the end' });
    expect(await namesOf(0, DAY)).toEqual([
      'ends just after the start',
      'begins at the start',
      'begins just before the end',
    ]);
  });

  it('lists a 31-day event until its last moment', async () => {
    await insert(-31 * DAY, { lasts: 31 * DAY, name: 'Festival' });
    expect(await namesOf(-1, DAY)).toEqual(['Festival']);
    expect(await namesOf(0, DAY)).toEqual([]);
  });

  it('returns pages without gaps or duplicates if many events start together', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await insert(0));
    const window = { from: at(0), to: at(DAY) };
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await events.page(window, { page, limit: 2 }));
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
  });

  it('applies the filters', async () => {
    const food = await insertCategory(pool, 'food', 'Food');
    const bread = await insertCategory(pool, 'bread', 'Bread');
    await pool.query('UPDATE categories SET parent_id = $1 WHERE id = $2', [food, bread]);
    const business = await insertBusiness(pool, { name: 'Loon' });
    const columns = {
      city: 'St. Paul',
      county: 'Ramsey',
      category_id: bread,
      business_id: business,
      latitude: 44.95,
      longitude: -93.1,
    };
    const mine = await insert(0, { name: 'Mine' });
    await insert(0, { name: 'Other' });
    for (const [column, value] of Object.entries(columns)) {
      await pool.query(`UPDATE events SET ${column} = $2 WHERE id = $1`, [mine, value]);
    }
    const found = async (criteria: Partial<EventCriteria>) =>
      (await page(0, DAY, criteria)).items.map(({ name }) => name);
    // About 111 m north of the event.
    const near = { latitude: 44.951, longitude: -93.1 };
    for (const criteria of [
      { event: mine },
      { city: ['duluth', 'saint-paul'] },
      { county: ['ramsey'] },
      { category: ['food'] },
      { category: ['bread'] },
      { business: [business] },
      { near: { ...near, radius: 112 } },
    ]) {
      expect([criteria, await found(criteria)]).toEqual([criteria, ['Mine']]);
    }
    for (const criteria of [
      { event: business },
      { city: ['duluth'] },
      { county: ['hennepin'] },
      { category: ['tools'] },
      { business: [mine] },
      { near: { ...near, radius: 111 } },
      { city: ['saint-paul'], county: ['hennepin'] },
    ]) {
      expect([criteria, await found(criteria)]).toEqual([criteria, []]);
    }
    expect((await found({})).sort()).toEqual(['Mine', 'Other']);
  });

  it.each<[boolean, string | null, number[]]>([
    [true, null, [0]],
    [false, null, []],
    [true, 'FREQ=DAILY;COUNT=3', [2, 0, 1]],
    [false, 'FREQ=DAILY;COUNT=3', [0, 1]],
    [false, 'FREQ=DAILY;COUNT=3', [1, 2]],
    [true, 'FREQ=WEEKLY;UNTIL=20261129', [0, 7]],
    [false, 'FREQ=WEEKLY;UNTIL=20261205', [0, 7]],
    [false, 'FREQ=DAILY', [0, 1]],
    [false, 'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2;COUNT=1', [0]],
  ])('reports %s as whether %s without the days %j is canceled', async (is, recurrence, days) => {
    const excludedDates = days.map((day) => at(day * DAY).toISOString());
    const times = { startsAt: at(0).toISOString(), endsAt: at(HOUR).toISOString() };
    const event = { ...EXAMPLE_EVENT, ...times, recurrence, excludedDates };
    expect(await events.isCanceled(event)).toBe(is);
  });

  it('wakes the extension only if occurrences are missing', async () => {
    const run = jest.fn();
    const waking = new EventsService(
      new EventsRepository(served.database),
      { run } as unknown as ExtensionService,
      expansionsWithoutThread(),
    );
    const list = () => waking.page({ from: at(0), to: at(DAY) }, { page: 1, limit: 1 });
    await list();
    expect(run).not.toHaveBeenCalled();
    await insert(0, { recurrence: 'FREQ=DAILY' });
    await expect(list()).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '5' },
    });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (from: number, to: number) => Promise<number>]>([
    ['list', async (from, to) => (await page(from, to)).total],
    [
      'calendar',
      async (from, to) => (await events.calendar({ from: at(from), to: at(to) })).events.length,
    ],
    [
      'month',
      async (from, to) => {
        const window = { from: at(from), to: at(to) };
        return (await events.days(window, [window], 1)).days[0]!.total;
      },
    ],
  ])('refuses a window from the first unknown moment on: a %s', async (_what, count) => {
    const id = await insert(0, { recurrence: 'FREQ=DAILY' });
    await extension.work();
    const until = 700 * DAY;
    await pool.query('UPDATE event_expansions SET expanded_until = $2 WHERE event_id = $1', [
      id,
      at(until),
    ]);
    expect(await count(until - DAY, until)).toBe(1);
    await expect(count(until - DAY, until + 1)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('returns the first 500 events in a calendar, each once', async () => {
    await pool.query(
      `INSERT INTO events (id, slug, name, starts_at, ends_at)
       SELECT gen_random_uuid(), 'event-' || n, 'Event ' || n, $1::timestamptz + n * interval '1 minute',
         $1::timestamptz + n * interval '1 minute' + interval '1 hour'
       FROM generate_series(1, $2) AS n`,
      [at(0), MAX_IN_CALENDAR],
    );
    const calendar = async () =>
      (await events.calendar({ from: at(0), to: at(30 * DAY) })).events.map(({ name }) => name);
    expect(await calendar()).toHaveLength(MAX_IN_CALENDAR);
    await insert(30, { name: 'First', recurrence: 'FREQ=DAILY' });
    await extension.work();
    const names = await calendar();
    expect(names).toHaveLength(MAX_IN_CALENDAR);
    expect(names[0]).toBe('First');
    expect(names.at(-1)).toBe(`Event ${MAX_IN_CALENDAR - 1}`);
    expect(new Set(names).size).toBe(MAX_IN_CALENDAR);
  });

  it('counts each day and lists events that begin on it before continuing ones', async () => {
    await insert(-HOUR, { lasts: 2 * DAY, name: 'continues' });
    await insert(-HOUR, { lasts: HOUR + DAY, name: 'ends with the day' });
    await insert(HOUR, { name: 'begins' });
    await insert(DAY, { name: 'begins the next day' });
    const days = [0, 1, 2].map((day) => ({ from: at(day * DAY), to: at((day + 1) * DAY) }));
    const found = await events.days({ from: at(0), to: at(3 * DAY) }, days, 1);
    const listed = found.days.map(({ items, total }) => [items.map(({ name }) => name), total]);
    expect(listed).toEqual([
      [['begins'], 3],
      [['begins the next day'], 2],
      [[], 0],
    ]);
    const whole = await events.days({ from: at(0), to: at(3 * DAY) }, days, 2);
    expect(whole.days[0]!.items.map(({ name }) => name)).toEqual(['begins', 'continues']);
  });

  it('keeps occurrences within the horizon however many it removes behind it', async () => {
    const id = await insert(0, { recurrence: 'FREQ=DAILY' });
    await extension.work();
    await pool.query(
      `INSERT INTO event_occurrences (event_id, starts_at, ends_at)
       SELECT $1, $2::timestamptz - n * interval '1 minute', $2 FROM generate_series(1, 2001) AS n`,
      [id, at(-1_000 * DAY)],
    );
    await extension.work();
    const { rows } = await pool.query<{ first: Date }>(
      'SELECT min(starts_at) AS first FROM event_occurrences',
    );
    expect(rows[0]!.first).toEqual(at(0));
  });
});
