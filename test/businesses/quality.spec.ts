import { addDays, localDate } from '#libs/geography/src/local-date.js';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('the quality of the directory', () => {
  const { program, pool, admin } = useDirectory();

  beforeAll(async () => {
    const aYearAgo = (days: number) => addDays(localDate(new Date()), days - 365);
    const hours = [{ day: 'monday', opens: '09:00', closes: '17:00' }];
    const point = { latitude: 46.78, longitude: -92.1 };
    const county = 'St. Louis';
    const id = await insertBusiness(pool, {
      name: 'Whole',
      county,
      hours,
      phone: '+12185550100',
      ...point,
      precision: 'exact',
      confirmed_on: aYearAgo(1),
      confirmed_by: 'owner',
    });
    await insertBusiness(pool, {
      name: 'Stale',
      county,
      ...point,
      precision: 'city',
      confirmed_on: aYearAgo(0),
    });
    await insertBusiness(pool, { name: 'Never', county: null });
    await insertBusiness(pool, { name: 'Closed', county, status: 'closed' });
    await pool.query(`INSERT INTO sources (name, rank) VALUES ('Licenses', 10), ('Guide', 10)`);
    for (const [source, key, values, isMissing] of [
      ['Licenses', '1', '{"name":"Whole"}', false],
      ['Licenses', '2', '{"name":"Whole"}', false],
      ['unnamed', '1', '{"name":"Whole"}', false],
      // Rows that the source no longer lists.
      ['Guide', '1', '{"name":"Whole"}', true],
      ['Guide', '2', '{}', false],
    ]) {
      await pool.query(
        `INSERT INTO source_rows (source_id, key, business_id, rank, values, is_missing, digests)
         SELECT id, $1, $2, 10, $4::jsonb, $5, '{}' FROM sources WHERE name = $3`,
        [key, id, source, values, isMissing],
      );
    }
    await pool.query(
      `INSERT INTO suggestions (id, about, correction, source, status, created_at, decided_at)
       SELECT gen_random_uuid(), 'phone', 'x', 'x', 'dismissed', now() - days * interval '1 day', now()
       FROM unnest(ARRAY[1, 3, 8]) AS days`,
    );
  });

  it('is counted for admins by county and source', async () => {
    const { status, body } = await admin('GET', 'quality');
    expect(status).toBe(200);
    const one = { withHours: 1, withExactPoint: 1, withPhone: 1, confirmed: 1 };
    const none = { withHours: 0, withExactPoint: 0, withPhone: 0, confirmed: 0 };
    expect(body.data).toMatchObject({
      counties: [
        { name: 'St. Louis', businesses: 2, ...one },
        { name: null, businesses: 1, ...none },
      ],
      sources: [
        { name: 'Licenses', businesses: 1, ...one },
        { name: 'unnamed', businesses: 1, ...one },
      ],
      reports: { count: 3, medianDays: 3 },
      unconfirmed: [{ name: 'Never', confirmedOn: null }, { name: 'Stale' }, { name: 'Whole' }],
    });
  });

  it('is followed page by page from the least recently confirmed business', async () => {
    const names = async (page: number) => {
      const { status, body } = await admin('GET', `businesses?sort=confirmed&limit=2&page=${page}`);
      expect(status).toBe(200);
      expect(body.pagination).toMatchObject({ total: 3, totalPages: 2 });
      return (body.data as { name: string }[]).map(({ name }) => name);
    };
    expect(await names(1)).toEqual(['Never', 'Stale']);
    expect(await names(2)).toEqual(['Whole']);
  });

  it('is shown to visitors as shares', async () => {
    const { status, html } = await getPage(`${program.url}/quality`);
    expect(status).toBe(200);
    expect(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(
      'St. Louis County 2 50% 50% 50% 50%',
    );
    expect(html).toContain('half of them within 3 days');
    expect(html).toContain('Source not stated');
  });
});
