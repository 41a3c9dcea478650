import { alwaysOpen, closedToday, insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

const hours = (...entries: [string, string, string][]) =>
  entries.map(([day, opens, closes]) => ({ day, opens, closes }));

describe('openAt', () => {
  const { pool, api } = useDirectory();

  beforeAll(async () => {
    const businesses = {
      office: hours(['monday', '09:00', '17:00']),
      split: hours(['monday', '11:00', '14:00'], ['monday', '17:00', '22:00']),
      bar: hours(['saturday', '18:00', '02:30'], ['sunday', '18:00', '01:00']),
      allDay: hours(['sunday', '00:00', '00:00']),
      late: hours(['sunday', '01:00', '02:00']),
      unknown: [],
    };
    for (const [name, value] of Object.entries(businesses)) {
      await insertBusiness(pool, { name, hours: value });
    }
    await insertBusiness(pool, {
      name: 'shut',
      hours: businesses.office,
      status: 'temporarily_closed',
    });
  });

  const openAt = async (instant: string) => {
    const { body } = await api(`businesses?openAt=${encodeURIComponent(instant)}`);
    return body.data.map(({ name }: { name: string }) => name) as string[];
  };

  it.each<[string, string, string[]]>([
    ['at opening', '2026-01-05T09:00:00-06:00', ['office']],
    ['between split hours', '2026-01-05T14:00:00-06:00', ['office']],
    ['at closing', '2026-01-05T17:00:00-06:00', ['split']],
    ['after midnight', '2026-01-04T01:30:00-06:00', ['allDay', 'bar', 'late']],
    ['in summer, an hour earlier in UTC', '2026-07-06T14:00:00Z', ['office']],
    ['in the second of the repeated hours', '2026-11-01T01:30:00-06:00', ['allDay', 'bar', 'late']],
  ])('finds the businesses open %s (%s)', async (_, instant, names) => {
    expect(await openAt(instant)).toEqual(names);
  });

  it('accepts "now"', async () => {
    await insertBusiness(pool, { name: 'always', ...alwaysOpen() });
    await insertBusiness(pool, { name: 'not today', ...closedToday() });
    const now = await openAt('now');
    expect([now.includes('always'), now.includes('not today')]).toEqual([true, false]);
  });

  it('excludes businesses on a public holiday unless they have special hours', async () => {
    const day = { date: '2026-11-26', closed: false, hours: [{ opens: '08:00', closes: '14:00' }] };
    const { hours } = alwaysOpen();
    await insertBusiness(pool, { name: 'holiday', hours, special_hours: [day] });
    await insertBusiness(pool, { name: 'usual', hours });
    const names = async (instant: string) =>
      (await openAt(instant)).filter((name: string) => ['holiday', 'usual'].includes(name));
    expect(await names('2026-11-25T13:59:00-06:00')).toEqual(['holiday', 'usual']);
    expect(await names('2026-11-26T13:59:00-06:00')).toEqual(['holiday']);
    expect(await names('2026-11-26T14:00:00-06:00')).toEqual([]);
    expect(await names('2026-11-27T00:00:00-06:00')).toEqual(['holiday', 'usual']);
  });
});
