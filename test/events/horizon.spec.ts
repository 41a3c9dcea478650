import { useDirectory } from '../support/use-directory.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Start of today in UTC. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const text = (time: number) => new Date(time).toISOString().replace('.000', '');

describe('the list of events', () => {
  const { pool, api, admin } = useDirectory();

  afterEach(() => pool.query('DELETE FROM events'));

  /** Adds an event that begins at noon of a day and lasts some hours. */
  const add = async (name: string, day: number, recurrence?: string, hours = 2) => {
    const startsAt = TODAY + day * DAY_MS + 12 * HOUR_MS;
    const input = { name, startsAt: text(startsAt), endsAt: text(startsAt + hours * HOUR_MS) };
    const { status, body } = await admin('POST', 'events', { ...input, recurrence });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data.id as string;
  };
  const list = (from: number, to: number, more = '') =>
    api(`events?from=${text(from)}&to=${text(to)}${more}`);
  const totalOf = async (from: number, to: number) => (await list(from, to)).body.pagination.total;

  it('covers one year back and two ahead, and refuses anything beyond with the range', async () => {
    await add('Daily', -400, 'FREQ=DAILY');
    const first = TODAY - 366 * DAY_MS;
    const last = TODAY + 732 * DAY_MS;
    expect(await totalOf(first, first + DAY_MS)).toBe(1);
    expect(await totalOf(last - DAY_MS, last)).toBe(1);
    const range = `events are available from ${text(first)} to ${text(last)}.`;
    for (const [from, to, field] of [
      [first - 1000, first + DAY_MS, 'from'],
      [last, last + DAY_MS, 'from'],
      [last - DAY_MS, last + 1000, 'to'],
      [Date.parse('9998-01-01T00:00:00Z'), Date.parse('9998-02-01T00:00:00Z'), 'from'],
    ] as const) {
      const { status, body } = await list(from, to);
      expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
      expect(body.error.details[0]).toEqual({
        field,
        message: `${field} is out of range: ${range}`,
      });
    }
  });

  it('has pages without gaps or repetitions, and an exact total', async () => {
    for (const day of [0, 1, 2]) await add(`Daily ${day}`, day, 'FREQ=DAILY');
    for (const day of [3, 3, 4]) await add(`Once ${day}`, day);
    const seen: string[] = [];
    for (let page = 1; page <= 12; page++) {
      const { body } = await list(TODAY, TODAY + 20 * DAY_MS, `&limit=5&page=${page}`);
      expect(body.pagination).toMatchObject({ total: 60, totalPages: 12 });
      seen.push(...body.data.map(({ id, startsAt }: any) => `${startsAt} ${id}`));
    }
    expect(new Set(seen).size).toBe(60);
    expect(seen).toEqual([...seen].sort());
  });
});
