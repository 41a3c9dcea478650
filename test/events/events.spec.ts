import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Year of the next July, because events are listed from one year back to two ahead. */
const YEAR = new Date().getUTCFullYear() + (new Date().getUTCMonth() < 6 ? 0 : 1);
const JULY = `from=${YEAR}-07-01T00:00:00-05:00&to=${YEAR}-08-01T00:00:00-05:00`;
/** Day of the second Friday in that July. */
const FRIDAY = 14 - ((new Date(Date.UTC(YEAR, 6, 1)).getUTCDay() + 1) % 7);
const july = (day: number, time: string) =>
  `${YEAR}-07-${String(day).padStart(2, '0')}T${time}-05:00`;
const compact = (day: number) => july(day, '').slice(0, 10).replaceAll('-', '');
/** Formats an instant as its hour in UTC. */
const hour = (instant: string) => new Date(instant).toISOString().slice(0, 13);

describe('the events API', () => {
  const { program, pool, key, admin, edit, api } = useDirectory();

  beforeAll(async () => {
    const arts = await insertCategory(pool, 'arts', 'Arts');
    const music = await insertCategory(pool, 'music', 'Music');
    await pool.query('UPDATE categories SET parent_id = $1 WHERE id = $2', [arts, music]);
    await insertBusiness(pool, { slug: 'loon-hall', name: 'Loon Hall' });
    await add({
      name: 'Harbor Lights',
      category: 'music',
      business: 'loon-hall',
      venue: 'Bayfront; main stage',
      address: { city: 'Duluth' },
      location: { latitude: 46.7867, longitude: -92.1005 },
      startsAt: july(FRIDAY, '19:00:00'),
      endsAt: july(FRIDAY, '22:00:00'),
      recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=3',
      excludedDates: [july(FRIDAY + 7, '19:00:00')],
    });
    await add({
      name: 'Book Fair',
      address: { city: 'St. Paul' },
      startsAt: july(FRIDAY + 8, '10:00:00'),
      endsAt: july(FRIDAY + 9, '16:00:00'),
    });
  });

  const add = (input: object) => edit('POST', 'events', input);
  const list = async (query: string) => {
    const { body } = await api(`events?${query}`);
    return body.data.map(({ name, startsAt }: any) => `${name} ${hour(startsAt)}`);
  };

  it('lists every occurrence in order', async () => {
    const last = `Harbor Lights ${hour(july(FRIDAY + 14, '19:00:00'))}`;
    expect(await list(JULY)).toEqual([
      `Harbor Lights ${hour(july(FRIDAY, '19:00:00'))}`,
      `Book Fair ${hour(july(FRIDAY + 8, '10:00:00'))}`,
      last,
    ]);
    expect(await list(`${JULY}&page=2&limit=2`)).toEqual([last]);
  });

  it.each([
    ['city=saint-paul', ['Book Fair']],
    ['category=arts', ['Harbor Lights', 'Harbor Lights']],
    ['latitude=46.79&longitude=-92.1&radius=2000', ['Harbor Lights', 'Harbor Lights']],
    ['latitude=44.95&longitude=-93.1&radius=2000', []],
  ])('filters by %s', async (query, names) => {
    const found = await list(`${JULY}&${query}`);
    expect(found.map((text: string) => text.replace(/ \d{4}-.*/, ''))).toEqual(names);
  });

  it('returns one event with its first occurrence and its rule', async () => {
    const { body } = await api('events/harbor-lights-duluth');
    expect(body.data).toMatchObject({
      slug: 'harbor-lights-duluth',
      category: { slug: 'music', name: 'Music' },
      categories: [{ slug: 'music', name: 'Music' }],
      city: 'Duluth',
      business: { slug: 'loon-hall', name: 'Loon Hall' },
      address: { city: 'Duluth', state: 'MN' },
      startsAt: new Date(july(FRIDAY, '19:00:00')).toISOString(),
      recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=3',
      excludedDates: [new Date(july(FRIDAY + 7, '19:00:00')).toISOString()],
    });
  });

  it('offers a calendar file of one event and a calendar feed', async () => {
    const calendarAt = async (path: string) => {
      const response = await fetch(`${program.url}/api/v1/${path}`, {
        headers: { 'x-api-key': key },
      });
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      return response.text();
    };
    const one = await calendarAt('events/harbor-lights-duluth.ics');
    for (const line of [
      `EXDATE;TZID=America/Chicago:${compact(FRIDAY + 7)}T190000`,
      'LOCATION:Bayfront\\; main stage\\, Duluth\\, MN',
      'GEO:46.7867;-92.1005',
    ]) {
      expect(one).toContain(`\r\n${line}\r\n`);
    }
    expect((await calendarAt(`events.ics?${JULY}`)).match(/BEGIN:VEVENT/g)).toHaveLength(2);
  });

  it.each<[object, string]>([
    [{ name: 'X' }, 'startsAt'],
    [{ endsAt: '2026-01-01T00:00:00Z' }, 'endsAt'],
    [{ recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence'],
    [{ excludedDates: ['x'] }, 'excludedDates'],
    [{ category: 'nonesuch' }, 'category'],
    [{ business: 'nonesuch' }, 'business'],
  ])('refuses %p, naming %s', async (wrong, field) => {
    const times = { startsAt: '2026-07-10T19:00:00Z', endsAt: '2026-07-10T22:00:00Z' };
    const input = 'name' in wrong ? wrong : { name: 'X', ...times, ...wrong };
    const { status, body } = await admin('POST', 'events', input);
    expect([status, body.error.code]).toEqual([400, 'invalid_body']);
    expect(body.error.details[0].field).toBe(field);
  });

  it('changes an event with If-Match and removes it', async () => {
    const { id, tag, slug } = await add({
      name: 'Kite Day',
      startsAt: `${YEAR}-08-01T15:00:00Z`,
      endsAt: `${YEAR}-08-01T18:00:00Z`,
    });
    const changed = await admin('PATCH', `events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=2' }, tag);
    expect(changed.body.data.recurrence).toBe('FREQ=DAILY;COUNT=2');
    const second = `from=${YEAR}-08-02T00:00:00Z&to=${YEAR}-08-03T00:00:00Z`;
    expect(await list(second)).toEqual([`Kite Day ${YEAR}-08-02T15`]);
    expect((await admin('PATCH', `events/${id}`, { name: 'X' }, tag)).status).toBe(412);
    expect((await admin('DELETE', `events/${id}`, undefined, '*')).status).toBe(200);
    expect(await list(second)).toEqual([]);
    const { status, body } = await api(`events/${slug}`);
    expect([status, body.error.code, body.data.id]).toEqual([410, 'gone', id]);
  });

  it('redirects former slugs, unless another event has one now', async () => {
    const times = { startsAt: `${YEAR}-08-01T15:00:00Z`, endsAt: `${YEAR}-08-01T18:00:00Z` };
    const { id } = await add({ name: 'Canoe Race', slug: 'first', ...times });
    for (const slug of ['second', 'third']) await edit('PATCH', `events/${id}`, { slug }, '*');
    const leadsTo = async (path: string) => {
      const response = await fetch(program.url + path, {
        headers: { 'x-api-key': key },
        redirect: 'manual',
      });
      const target = response.headers.get('location')?.replace(program.url, '');
      return [response.status, target ?? null];
    };
    for (const former of ['first', 'second']) {
      expect(await leadsTo(`/api/v1/events/${former}`)).toEqual([308, '/api/v1/events/third']);
      expect(await leadsTo(`/events/${former}`)).toEqual([308, '/events/third']);
      expect(await leadsTo(`/api/v1/events/${former}.ics`)).toEqual([200, null]);
    }
    await add({ name: 'Kayak Race', slug: 'first', ...times });
    expect((await api('events/first')).body.data.name).toBe('Kayak Race');
    await edit('PATCH', 'events/first', { slug: 'fourth' }, '*');
    expect(await leadsTo('/api/v1/events/first')).toEqual([308, '/api/v1/events/fourth']);
  });
});
