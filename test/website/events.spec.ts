import ICAL from 'ical.js';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, useBrowser, usePages } from '../support/browser.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { getPage, linkedDataIn } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

/** Next year, of which the calendar has every month, including both clock changes. */
const YEAR = new Date().getUTCFullYear() + 1;
const month = (offset: number) => {
  const [year, number] = localToday().split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + offset, 1)).toISOString().slice(0, 7);
};
/** Returns the instant some hours from now. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const localToday = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });

const ENGLISH_NAMES =
  /\b(Mon|Tue|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(January|February|March|April|June|July|August|\w+ber)\b/;

describe('the events calendar', () => {
  const { program, pool, edit } = useDirectory();

  const get = (path: string) => getPage(program.url + path, { accept: '*/*' });
  const eventsOn = (links: string[]) =>
    links.filter((link) => /^\/events\/[^.]+$/.test(link)).map((link) => link.slice(8));
  const calendarAt = async (path: string) => {
    const { html, status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    return new ICAL.Component(ICAL.parse(html) as unknown[]);
  };
  const summaries = (calendar: ICAL.Component) =>
    calendar
      .getAllSubcomponents('vevent')
      .map((event) => String(event.getFirstPropertyValue('summary')));
  const add = (input: object) => edit('POST', 'events', input);

  beforeAll(async () => {
    const arts = await insertCategory(pool, 'arts', 'Arts');
    const music = await insertCategory(pool, 'music', 'Music');
    await pool.query('UPDATE categories SET parent_id = $1 WHERE id = $2', [arts, music]);
    await insertBusiness(pool, {
      slug: 'loon-hall',
      name: 'Loon Hall',
      city: 'Duluth',
      categories: ['music'],
    });
    await insertBusiness(pool, { slug: 'ely-shop', city: 'Ely', county: 'St. Louis' });
    const weekly = (name: string, date: string, offset: string, weeks: number, more: object) =>
      add({
        name,
        startsAt: `${date}T14:00:00${offset}`,
        endsAt: `${date}T16:00:00${offset}`,
        recurrence: `FREQ=WEEKLY;COUNT=${weeks}`,
        ...more,
      });
    await weekly('Spring Songs', `${YEAR}-03-02`, '-06:00', 4, {
      category: 'music',
      business: 'loon-hall',
      address: { city: 'Duluth', county: 'St. Louis' },
      location: { latitude: 46.7867, longitude: -92.1005 },
      isFree: true,
    });
    await weekly('Autumn Songs', `${YEAR}-10-26`, '-05:00', 3, { address: { city: 'Ely' } });
    for (const [index, name] of ['One', 'Two', 'Three', 'Four', 'Five'].entries()) {
      await add({
        name: `Fair ${name}`,
        startsAt: `${YEAR}-06-10T1${index}:00:00-05:00`,
        endsAt: `${YEAR}-06-${index === 4 ? 12 : 10}T17:00:00-05:00`,
      });
    }
    await add({ name: 'Over', startsAt: inHours(-72), endsAt: inHours(-48) });
    await add({ name: 'Far', startsAt: inHours(35_000), endsAt: inHours(35_001) });
    const { id } = await add({ name: 'Called Off', startsAt: inHours(0), endsAt: inHours(24) });
    await edit('DELETE', `events/${id}`);
  });

  it('begins with the next five weeks and links to this month and the next', async () => {
    const { heading, links, html } = await get('/events?view=month');
    expect(heading).toBe('Events');
    expect(links).toEqual(
      expect.arrayContaining([0, 1].map((offset) => `/events?month=${month(offset)}&view=month`)),
    );
    const dates = [...html.matchAll(/<time datetime="(\d{4}-\d\d-\d\d)"/g)].map(
      ([, date]) => date!,
    );
    expect(dates[0]).toBe(localToday());
    const last = new Date(dates.at(-1)!);
    expect(last.getUTCDay()).toBe(6);
    const weeks = (last.getTime() - Date.parse(localToday())) / (7 * 24 * 3_600_000);
    expect([weeks >= 4, weeks < 5]).toEqual([true, true]);
    expect(html).toMatch(
      new RegExp(`aria-current="date"[^>]*>(<a [^>]*>)?<time datetime="${localToday()}"`),
    );
    expect((await get('/events?month=spring&view=hour&colour=red')).heading).toBe(heading);
  });

  it('shows a whole month and links to its neighbors', async () => {
    const { heading, links } = await get(`/events?month=${month(0)}`);
    const [year, number] = month(0).split('-').map(Number) as [number, number];
    const name = new Date(year, number - 1).toLocaleDateString('en-US', { month: 'long' });
    expect(heading).toBe(`Events in ${name} ${year}`);
    expect(links).toEqual(
      expect.arrayContaining([
        '/events',
        `/events?month=${month(-1)}`,
        `/events?month=${month(1)}`,
      ]),
    );
  });

  it('lists events of the next weeks at the end of a month', async () => {
    const { html } = await get('/events?view=agenda&where=Bemidji');
    expect(html).not.toContain('In Two Weeks');
    await add({
      name: 'In Two Weeks',
      address: { city: 'Bemidji' },
      startsAt: inHours(14 * 24),
      endsAt: inHours(14 * 24 + 1),
    });
    for (const view of ['month', 'agenda']) {
      const { links } = await get(`/events?view=${view}&where=Bemidji`);
      // From 11 PM on, the event is on two days.
      expect([...new Set(eventsOn(links))]).toEqual(['in-two-weeks-bemidji']);
    }
  });

  it('counts only events that the agenda lists', async () => {
    for (const [city, minutesLeft] of Object.entries({ Tofte: -1, 'Grand Marais': 1, Lutsen: 1 })) {
      const times = { startsAt: inHours(-1), endsAt: inHours(minutesLeft / 60) };
      await add({ name: city, address: { city }, ...times });
    }
    const filters = async (path: string) =>
      (await get(path)).links.flatMap((link) => /[?&]city=([a-z-]+)/.exec(link)?.[1] ?? []);
    for (const path of ['/events?view=agenda', '/events?when=today']) {
      expect(await filters(path)).toEqual(expect.arrayContaining(['grand-marais', 'lutsen']));
      expect(await filters(path)).not.toContain('tofte');
    }
  });

  it.each([
    ['prev', [-13, -12, -11]],
    ['next', [25, 24, 23]],
  ])('has every known month, and no link to the %s one at the end', async (rel, offsets) => {
    const [unknown, ...pages] = await Promise.all(
      offsets.map((offset) => get(`/events?view=month&month=${month(offset)}`)),
    );
    expect(unknown!.status).toBe(404);
    // Months are shown whole, so the first and last depend on the day of the month.
    const end = pages.find(({ status }) => status === 200)!;
    expect(end.html.match(/rel="(prev|next)"/g)).toEqual([
      `rel="${rel === 'prev' ? 'next' : 'prev'}"`,
    ]);
    expect(pages[1]!.status).toBe(200);
  });

  it('has every known day, and names the limits beyond', async () => {
    const day = (offset: number) =>
      new Date(Date.now() + offset * 24 * 3_600_000).toISOString().slice(0, 10);
    for (const offset of [-365, 729]) {
      const { status, html } = await get(`/events?day=${day(offset)}`);
      expect([offset, status]).toEqual([offset, 200]);
      const [, month] = /<a href="([^"]*)">(?:Events in|Upcoming)/.exec(html)!;
      expect((await get(month!)).status).toBe(200);
    }
    for (const offset of [-368, 733]) {
      const { status, html } = await getPage(`${program.url}/events?day=${day(offset)}`);
      expect(status).toBe(404);
      expect(html).toContain('The calendar covers one year back and two years ahead.');
    }
  });

  it('shows a few events of a day, and all of them on the page of the day', async () => {
    const { html, links } = await get(`/events?month=${YEAR}-06&view=month`);
    expect(eventsOn(links)).toEqual([
      ...['fair-one', 'fair-two', 'fair-three'],
      // An event that lasts several days appears on each of them.
      ...['fair-five', 'fair-five'],
    ]);
    expect(html.replaceAll(/\s/g, ' ').match(/until 5 PM/g)).toHaveLength(1);
    expect(html).toContain('>2 more<');
    const day = await get(`/events?day=${YEAR}-06-10`);
    expect(day.heading).toMatch(new RegExp(`^Events on \\w+, June 10, ${YEAR}$`));
    expect(eventsOn(day.links)).toHaveLength(5);
    expect(eventsOn((await get(`/events?day=${YEAR}-06-12`)).links)).toEqual(['fair-five']);
    expect(eventsOn((await get(`/events?day=${YEAR}-06-13`)).links)).toEqual([]);
  });

  it.each([
    ['city=duluth', 'in Duluth', 4],
    ['category=arts', '(Arts)', 4],
    ['where=Duluth', 'in Duluth', 4],
    ['where=St.+Louis+County', 'in St. Louis County', 4],
    ['where=46.79,-92.1', 'near you', 4],
    ['where=44.98,-93.27', 'near you', 0],
    ['city=ely', 'in Ely', 0],
  ])('filters by %s', async (filter, words, count) => {
    const { heading, links } = await get(`/events?month=${YEAR}-03&view=agenda&${filter}`);
    expect(heading).toBe(`Events in March ${YEAR} ${words}`);
    expect(eventsOn(links)).toHaveLength(count);
  });

  it('keeps the city when the form is sent as it is', async () => {
    const { html } = await get(`/events?month=${YEAR}-03&city=duluth`);
    expect(html).toContain('<input id="events-where" name="where" value="Duluth"');
  });

  it('says which events are free, and shows only those on request', async () => {
    const march = `/events?month=${YEAR}-03&view=agenda`;
    const all = await get(march);
    expect(eventsOn(all.links)).toHaveLength(4);
    expect(all.html.match(/ · Free</g)).toHaveLength(4);
    expect(all.links).toContain(`${march}&free=true`);
    const free = await get(`${march}&free=true`);
    expect(eventsOn(free.links)).toHaveLength(4);
    expect(free.links).toContain(march);
    const june = `/events?month=${YEAR}-06&view=agenda`;
    expect(eventsOn((await get(june)).links)).toHaveLength(5);
    expect(eventsOn((await get(`${june}&free=true`)).links)).toEqual([]);
  });

  it('offers only filters that have results, and removes a chosen one', async () => {
    const { html } = await get(`/events?month=${YEAR}-11`);
    expect(html).not.toContain('<bdi>Arts</bdi>');
    const spring = await get(`/events?month=${YEAR}-03&category=arts`);
    expect(spring.html).toContain(`<table class="month">`);
    expect(spring.html).toContain('aria-label="Remove Arts"');
  });

  it('shows one event, its next dates, and its place', async () => {
    const { heading, html, links, status } = await get('/events/spring-songs-duluth');
    expect([status, heading]).toEqual([200, 'Spring Songs']);
    expect(html.replaceAll(/\s/g, ' ').match(/2:00 – 4:00 PM/g)).toHaveLength(4);
    expect(links).toEqual(
      expect.arrayContaining([
        '/b/loon-hall',
        '/events?category=music',
        '/events/spring-songs-duluth.ics',
      ]),
    );
    expect(html).toContain('class="small-map"');
    expect(linkedDataIn(html)[0]).toMatchObject({
      '@type': 'Event',
      name: 'Spring Songs',
      isAccessibleForFree: true,
      startDate: `${YEAR}-03-02T20:00:00.000Z`,
      location: {
        name: 'Loon Hall',
        address: { addressLocality: 'Duluth' },
        geo: { latitude: 46.7867 },
      },
      organizer: { name: 'Loon Hall' },
    });
    expect((await get('/es/events/spring-songs-duluth')).html).toContain('Agregar al calendario');
  });

  it('adds an event to Google, Outlook and Apple calendars', async () => {
    const { links } = await get('/events/spring-songs-duluth');
    const [google, outlook] = ['calendar.google.com', 'outlook.live.com'].map(
      (host) => new URL(links.find((link) => link.startsWith(`https://${host}/`))!).searchParams,
    );
    expect(Object.fromEntries(google!)).toMatchObject({
      text: 'Spring Songs',
      dates: `${YEAR}0302T200000Z/${YEAR}0302T220000Z`,
      location: 'Loon Hall, Duluth, MN',
    });
    expect(Object.fromEntries(outlook!)).toMatchObject({
      subject: 'Spring Songs',
      startdt: `${YEAR}-03-02T20:00:00.000Z`,
      enddt: `${YEAR}-03-02T22:00:00.000Z`,
    });
  });

  it('offers today, this weekend and this week first, and marks the choice', async () => {
    const { links, html } = await get('/events?city=ely');
    const first = ['today', 'weekend', 'week'].map((when) => `/events?city=ely&when=${when}`);
    expect(links.filter((link) => link.includes('when='))).toEqual(first);
    expect(html).toMatch(/class="if-wide" aria-current="true">Month</);
    expect(html).toMatch(/class="if-narrow" aria-current="true">Agenda</);
    const today = await get('/events?when=today');
    expect(today.heading).toBe('Events today');
    expect(today.html).toMatch(/aria-current="page" href="\/events\?when=today"/);
    await add({ name: 'Under Way', startsAt: inHours(-1), endsAt: inHours(1) });
    await add({ name: 'In Eight Days', startsAt: inHours(8 * 24), endsAt: inHours(9 * 24) });
    for (const when of ['today', 'week']) {
      const slugs = eventsOn((await get(`/events?when=${when}`)).links);
      expect(slugs).toContain('under-way');
      expect(slugs).not.toContain('in-eight-days');
    }
  });

  it('uses no English names of days or months on Hmong pages', async () => {
    const times = { startsAt: inHours(30), endsAt: inHours(60) };
    await add({ name: 'Soon', slug: 'soon', business: 'loon-hall', ...times });
    // Neither today nor tomorrow, so that the page names the weekday.
    const day = new Date(Date.now() + 3 * 24 * 3600_000)
      .toLocaleDateString('en-US', { timeZone: 'America/Chicago', weekday: 'long' })
      .toLowerCase();
    await pool.query(`UPDATE businesses SET hours = $1 WHERE slug = 'loon-hall'`, [
      JSON.stringify([{ day, opens: '09:00', closes: '17:00' }]),
    ]);
    const paths = ['', '/b/loon-hall', '/events', '/events?view=agenda', '/events/soon', '/new'];
    for (const path of paths) {
      const { html } = await get(`/hmn${path}`);
      const text = html.replace(/<script.*?<\/script>|<[^>]*>/gs, ' ');
      expect(text).not.toMatch(ENGLISH_NAMES);
      expect(html).toMatch(/Zwj|Hlis?\b/);
    }
  });

  it('marks a past event and distinguishes unknown from removed ones', async () => {
    const over = await get('/events/over');
    expect([over.status, over.html.includes('This event has ended.')]).toEqual([200, true]);
    expect((await get('/events/far')).html).not.toContain('This event has ended.');
    expect((await get('/events/nothing')).status).toBe(404);
    const removed = await getPage(`${program.url}/events/called-off`);
    expect([removed.status, removed.heading]).toEqual([
      410,
      'Called Off is no longer in the directory',
    ]);
    expect((await get('/events/called-off.ics')).status).toBe(410);
  });

  it.each([
    ['event', null, [10]],
    ['series', 'FREQ=DAILY;COUNT=2', [11, 10]],
  ])(
    'shows a canceled %s as canceled, with its next date only for search engines',
    async (what, recurrence, canceled) => {
      const at = (day: number, hour = 18) => `${YEAR}-12-${day}T${hour}:00:00.000Z`;
      const times = { startsAt: at(10), endsAt: at(10, 20), recurrence };
      const excludedDates = canceled.map((day) => at(day));
      await add({ name: `Canceled ${what}`, ...times, excludedDates });
      const { html } = await get(`/events/canceled-${what}`);
      expect(html).toContain('This event is canceled.');
      expect(html).not.toContain('Dec 10');
      expect(html).not.toContain(`<time datetime="${YEAR}-12-10`);
      expect(html).not.toContain('noindex');
      expect(html).toContain(
        `"startDate":"${at(10)}","endDate":"${at(10, 20)}","eventStatus":"https://schema.org/EventCancelled"`,
      );
    },
  );

  it.each([
    ['never-held', [1, 2, 3], 'This event is canceled.'],
    ['held-once', [2, 3], 'This event has ended.'],
  ])('shows a past series as canceled only if all dates were: %s', async (slug, canceled, text) => {
    const at = (day: number, hour = 18) => `${YEAR - 2}-07-0${day}T${hour}:00:00.000Z`;
    const times = { startsAt: at(1), endsAt: at(1, 20), recurrence: 'FREQ=DAILY;COUNT=3' };
    await add({ name: slug, ...times, excludedDates: canceled.map((day) => at(day)) });
    expect((await get(`/events/${slug}`)).html).toContain(text);
    const isCanceled = (await get(`/events/${slug}.ics`)).html.includes('\r\nSTATUS:CANCELLED\r\n');
    expect(isCanceled).toBe(slug === 'never-held');
  });

  it('shows the next date of a series that pauses for more than two years', async () => {
    const times = {
      startsAt: `${YEAR - 2}-07-01T18:00:00Z`,
      endsAt: `${YEAR - 2}-07-01T20:00:00Z`,
    };
    await add({ name: 'Rare', recurrence: 'FREQ=YEARLY;INTERVAL=6', ...times });
    const { html } = await get('/events/rare');
    expect(html).toContain(`<time datetime="${YEAR + 4}-07-01T18:00:00.000Z"`);
    expect(html).not.toContain('This event has ended.');
  });

  it('shows a series as over although it was to have a canceled date later', async () => {
    const at = (year: number, hour = 18) => `${year}-12-15T${hour}:00:00.000Z`;
    const times = { startsAt: at(YEAR - 2), endsAt: at(YEAR - 2, 20) };
    const excludedDates = [at(YEAR)];
    await add({ name: 'Shortened', recurrence: 'FREQ=YEARLY', excludedDates, ...times });
    await edit('PATCH', 'events/shortened', { recurrence: 'FREQ=YEARLY;COUNT=1' });
    const { html } = await get('/events/shortened');
    expect(html).toContain('This event has ended.');
    expect(html).not.toContain('EventCancelled');
  });

  it('lists an event once in the sitemap, from 90 days before it on', async () => {
    const times = { startsAt: inHours(0), endsAt: inHours(1) };
    await add({ name: 'Daily', recurrence: 'FREQ=DAILY;COUNT=5', ...times });
    const { html } = await get('/sitemap-pages.xml');
    const slugs = [...html.matchAll(/\/events\/([^<]+)<\/loc>/g)].map(([, slug]) => slug);
    expect(slugs.filter((slug) => slug === 'daily')).toHaveLength(1);
    expect(slugs).not.toContain('far');
  });

  it('can be subscribed to without a key, with the filters of the page', async () => {
    const tomorrow = { startsAt: inHours(24), endsAt: inHours(25) };
    const location = { latitude: 46.7867, longitude: -92.1005 };
    await add({ name: 'Songs Soon', category: 'music', location, isFree: true, ...tomorrow });
    await add({ name: 'Fair Soon', ...tomorrow });
    // Which other events are in the year ahead depends on the current date.
    const soonIn = async (path: string) =>
      summaries(await calendarAt(path)).filter((name) => name.endsWith(' Soon'));
    const { html } = await get('/events?category=music');
    const address = `${program.url}/events.ics?category=music`;
    expect(html).toContain(address.replace('http:', 'webcal:'));
    const music = await calendarAt('/events.ics?category=music');
    expect(music.getFirstPropertyValue('x-wr-calname')).toBe(
      'Events (Music) · Minnesota Business Directory',
    );
    expect(await soonIn('/events.ics?category=music')).toEqual(['Songs Soon']);
    expect(await soonIn('/events.ics?where=46.79,-92.1')).toEqual(['Songs Soon']);
    expect(await soonIn('/events.ics?free=true')).toEqual(['Songs Soon']);
    expect((await soonIn('/events.ics')).sort()).toEqual(['Fair Soon', 'Songs Soon']);
    const ofApi = await fetch(`${program.url}/api/v1/events.ics`);
    expect(ofApi.status).toBe(401);
  });

  describeInBrowser('in a browser', () => {
    const open = usePages(useBrowser(), program);
    const openJune = (options: BrowserContextOptions) => open(`/events?month=${YEAR}-06`, options);
    const focused = (page: Page) =>
      page.evaluate(() => document.activeElement?.querySelector('time')?.dateTime);
    const heading = (page: Page) => page.locator('h1').innerText();

    it('moves between days by arrow keys, with a single day as a Tab stop', async () => {
      const page = await openJune({ viewport: { width: 1200, height: 900 } });
      const grid = page.getByRole('grid', { name: `Events in June ${YEAR}` });
      expect(await grid.locator('td[tabindex="0"]').count()).toBe(1);
      await grid.locator('td[tabindex="0"]').focus();
      const walk = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        return focused(page);
      };
      expect(await walk('ArrowRight')).toBe(`${YEAR}-06-02`);
      expect(await walk('ArrowDown')).toBe(`${YEAR}-06-09`);
      expect(await walk('ArrowLeft', 'ArrowUp')).toBe(`${YEAR}-06-01`);
      expect(await walk('ArrowUp')).toBe(`${YEAR}-06-01`);
      expect(await walk('ArrowDown', 'ArrowRight', 'ArrowRight')).toBe(`${YEAR}-06-10`);
      const day = new Date(Date.UTC(YEAR, 5, 10)).getUTCDay();
      const iso = (number: number) => `${YEAR}-06-${String(number).padStart(2, '0')}`;
      expect(await walk('Home')).toBe(iso(10 - day));
      expect(await walk('End')).toBe(iso(16 - day));
      expect(await grid.locator('td[tabindex="0"]').count()).toBe(1);
    });

    it('moves between days after following a link from the agenda', async () => {
      const page = await openJune({ viewport: { width: 1200, height: 900 } });
      await page.getByRole('link', { name: 'Agenda' }).click();
      await page.locator('table.month').waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('link', { name: 'Month', exact: true }).click();
      await page.locator('td[tabindex="0"]').focus();
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe(`${YEAR}-06-02`);
    });

    it('turns to other months and opens a day', async () => {
      const page = await openJune({ viewport: { width: 1200, height: 900 } });
      await page.locator('td[tabindex="0"]').focus();
      const turned = async (key: string, title: string) => {
        await page.keyboard.press(key);
        await page.locator('h1', { hasText: title }).waitFor();
      };
      await turned('PageDown', `Events in July ${YEAR}`);
      await turned('PageDown', `Events in August ${YEAR}`);
      expect(await focused(page)).toBe(`${YEAR}-08-01`);
      await turned('PageUp', `Events in July ${YEAR}`);
      await turned('PageUp', `Events in June ${YEAR}`);
      await page.locator('td', { has: page.getByText('Fair One') }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/events?day=${YEAR}-06-10`);
      expect(await heading(page)).toContain('June 10');
    });

    it.each([true, false])(
      'is an agenda on a narrow screen, with JavaScript: %p',
      async (javaScriptEnabled) => {
        const page = await openJune({ javaScriptEnabled, viewport: { width: 390, height: 800 } });
        expect(await page.locator('table.month').isVisible()).toBe(false);
        expect(await page.getByRole('link', { name: 'Fair One' }).isVisible()).toBe(true);
        await page.getByRole('link', { name: 'Month', exact: true }).click();
        await page.locator('table.month').waitFor();
        await page.getByRole('link', { name: '5 events' }).click();
        await page.waitForURL(`**/events?day=${YEAR}-06-10`);
      },
    );

    it('prints the names of events on paper, which is narrow', async () => {
      const page = await openJune({ viewport: { width: 739, height: 960 } });
      await page.goto(`${page.url()}&view=month`);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('table.month').getByText('Fair One').isVisible()).toBe(true);
      expect(await page.locator('.month .count').first().isVisible()).toBe(false);
    });

    it('is a table of links without JavaScript', async () => {
      const page = await openJune({
        javaScriptEnabled: false,
        viewport: { width: 1200, height: 900 },
      });
      expect(await page.locator('div.if-narrow').isVisible()).toBe(false);
      expect(await page.locator('.sorts > :visible').allInnerTexts()).toEqual(['Month', 'Agenda']);
      expect(await page.locator('.sorts [aria-current]:visible').innerText()).toBe('Month');
      await page.locator('table.month').getByRole('link', { name: 'Fair One' }).click();
      expect(await heading(page)).toBe('Fair One');
      await page.goBack();
      await page.getByRole('link', { name: `July ${YEAR}` }).click();
      expect(await heading(page)).toBe(`Events in July ${YEAR}`);
    });
  });
});
