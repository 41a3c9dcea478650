import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { startProgram } from '../support/program.ts';
import { query } from '../support/query.ts';
import { useDirectory } from '../support/use-directory.ts';

const DAY = 86_400_000;

describe('the sample', () => {
  const { program, key, api } = useDirectory({ SAMPLE_DATA: 'true' });

  async function read(path: string): Promise<any> {
    const { status, body } = await api(path);
    expect(status).toBe(200);
    return body;
  }

  it('fills the directory', async () => {
    const { pagination } = await read('businesses?limit=1');
    expect(pagination.total).toBeGreaterThanOrEqual(300);
  });

  it.each(['businesses?limit=100', 'changes?type=business', 'changes?type=event,deal,category'])(
    'is sent as JSON without spaces: %s',
    async (path) => {
      const headers = { 'x-api-key': key };
      const text = await (await fetch(`${program.url}/api/v1/${path}`, { headers })).text();
      // Each business is on a line of its own.
      expect(text.replaceAll(',\n', ',')).toBe(JSON.stringify(JSON.parse(text)));
    },
  );

  it('has single and recurring events from today on, as soon as the server listens', async () => {
    const { data, pagination } = await read('events?limit=100');
    expect(pagination.total).toBeGreaterThan(100);
    const inTwoWeeks = data.filter(
      ({ startsAt }: any) => Date.parse(startsAt) < Date.now() + 14 * DAY,
    );
    const names = new Set(inTwoWeeks.map(({ name }: any) => name));
    expect(names).toContain('Saturday Farmers Market');
    expect(names).toContain('Harbor Lantern Walk');
    expect(inTwoWeeks.every(({ endsAt }: any) => Date.parse(endsAt) > Date.now() - DAY)).toBe(true);
  });

  it('has valid deals, some ending soon and some until further notice', async () => {
    const { data } = await read('deals?limit=100');
    expect(data.length).toBeGreaterThanOrEqual(20);
    const ends = data.map(({ endsAt }: any) => endsAt && Date.parse(endsAt));
    expect(ends.filter((end: number | null) => end === null).length).toBeGreaterThan(3);
    expect(ends.some((end: number | null) => end && end < Date.now() + 4 * DAY)).toBe(true);
  });
});

describeOnPostgres('the sample, when several processes start together', () => {
  it('is loaded once', async () => {
    const database = await createDatabase('PostgreSQL');
    const env = { ...database.env, SAMPLE_DATA: 'true' };
    const programs = await Promise.all([startProgram(env), startProgram(env)]);
    const [counts] = await query(
      database,
      `SELECT (SELECT count(*)::int FROM businesses) AS businesses,
         (SELECT count(DISTINCT name)::int FROM businesses) AS names,
         (SELECT count(*) = count(DISTINCT name) FROM events) AS "eventsOnce",
         (SELECT count(*) = count(DISTINCT title) FROM deals) AS "dealsOnce"`,
    );
    expect(counts).toEqual({
      businesses: counts.names,
      names: 319,
      eventsOnce: true,
      dealsOnce: true,
    });
    await Promise.all(programs.map((program) => program.stop()));
    await database.drop();
  });
});
