import { insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('GET /api/v1/businesses', () => {
  const { program, pool, api, names } = useDirectory();

  beforeAll(async () => {
    for (let i = 0; i < 25; i++) await insertBusiness(pool, { name: `Shop ${i % 7}` });
    await insertBusiness(pool, { name: 'Shut', status: 'closed' });
    await insertBusiness(pool, { name: 'Shut for now', status: 'temporarily_closed' });
    await insertBusiness(pool, { name: 'Removed', removed_at: new Date() });
  });

  const list = (query = '', headers: Record<string, string> = {}) =>
    api(`businesses${query}`, headers);

  it('returns the first 20 by name', async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 25, totalPages: 2 });
    const found = await names('');
    expect(found).toHaveLength(20);
    expect(found).toEqual([...found].sort());
  });

  it('returns an empty page past the end, with the true total', async () => {
    for (const page of [3, 1_000_000_000]) {
      const { status, body } = await list(`?page=${page}`);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
      expect(body.pagination).toEqual({ page, limit: 20, total: 25, totalPages: 2 });
    }
  });

  it('accepts a limit of 1,000 only when sorted by update', async () => {
    for (const query of ['sort=updated', 'updatedSince=2026-01-01T00:00:00Z']) {
      const { status, body } = await list(`?limit=1000&${query}`);
      expect([status, body.data.length]).toEqual([200, query.startsWith('sort') ? 25 : 26]);
      expect((await list(`?limit=1001&${query}`)).body.error.details[0].field).toBe('limit');
    }
    for (const query of ['', '&sort=newest', '&updatedSince=2026-01-01T00:00:00Z&sort=name']) {
      expect((await list(`?limit=100${query}`)).status).toBe(200);
      const { status, body } = await list(`?limit=101${query}`);
      expect([status, body.error.details[0].field]).toEqual([400, 'limit']);
      expect(body.error.message).toContain('sort=updated');
    }
  });

  it('links to other pages with the same parameters', async () => {
    const { headers } = await list('?page=2&limit=10&sort=newest');
    const address = (page: number) =>
      `<${program.url}/api/v1/businesses?page=${page}&limit=10&sort=newest>`;
    expect(headers.get('link')).toBe(
      [
        `${address(1)}; rel="first"`,
        `${address(1)}; rel="prev"`,
        `${address(3)}; rel="next"`,
        `${address(3)}; rel="last"`,
      ].join(', '),
    );
  });

  it('accepts a GET with Content-Type: application/json and no body', async () => {
    const { status } = await list('', { 'content-type': 'application/json' });
    expect(status).toBe(200);
  });
});
