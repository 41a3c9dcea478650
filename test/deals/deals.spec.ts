import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('the deals API', () => {
  const { program, pool, key, admin, edit, api } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertBusiness(pool, { slug: 'loon', city: 'Duluth', categories: ['bakeries'] });
    await insertBusiness(pool, { slug: 'heron', city: 'Ely' });
    await add({ title: 'Standing', business: 'heron' });
    await add({ title: 'June', business: 'loon', endsAt: '2026-07-01T00:00:00Z' });
    await add({ title: 'July', business: 'loon', startsAt: '2026-07-01T00:00:00Z' });
  });

  const add = (input: object) =>
    edit('POST', 'deals', { startsAt: '2020-01-01T00:00:00Z', ...input });
  const list = async (query: string) => {
    const { body } = await api(`deals?${query}`);
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map(({ title }: { title: string }) => title);
  };

  it.each([
    ['at=2026-06-15T00:00:00Z', ['June', 'Standing']],
    ['at=2026-06-30T23:59:59Z', ['June', 'Standing']],
    ['at=2026-07-01T00:00:00Z', ['Standing', 'July']],
    ['at=2026-06-15T00:00:00Z&business=loon', ['June']],
    ['at=2026-06-15T00:00:00Z&category=bakeries', ['June']],
    ['at=2026-06-15T00:00:00Z&city=ely,duluth', ['June', 'Standing']],
    ['at=2019-06-15T00:00:00Z', []],
    ['business=heron', ['Standing']],
  ])('for %s finds %p', async (query, titles) => {
    expect(await list(query)).toEqual(titles);
  });

  it('returns one deal', async () => {
    const { body } = await api('deals/june');
    expect(body.data).toMatchObject({
      title: 'June',
      business: { slug: 'loon' },
      categories: [{ slug: 'bakeries', name: 'Bakeries' }],
      city: 'Duluth',
      code: null,
      endsAt: '2026-07-01T00:00:00.000Z',
    });
  });

  it('changes a deal with If-Match and removes it', async () => {
    const { id, tag } = await add({ title: 'Half price', business: 'loon' });
    const changed = await admin('PATCH', `deals/${id}`, { code: 'HALF' }, tag);
    expect(changed.body.data.code).toBe('HALF');
    expect((await admin('PATCH', `deals/${id}`, { code: 'X' }, tag)).status).toBe(412);
    const next = changed.headers.get('etag');
    expect((await admin('DELETE', `deals/${id}`, undefined, next)).status).toBe(200);
    expect((await api(`deals/${id}`)).status).toBe(410);
    expect(await list('at=2026-06-15T00:00:00Z&business=loon')).toEqual(['June']);
  });

  it('redirects a former slug to the last deal that had it', async () => {
    const deal = { title: 'Old', slug: 'old', business: 'loon' };
    for (const slug of ['newer', 'new']) {
      await add(deal);
      await edit('PATCH', 'deals/old', { slug }, '*');
    }
    await edit('PATCH', 'deals/newer', { code: 'OLD' }, '*');
    for (const path of ['/api/v1/deals/', '/deals/']) {
      const response = await fetch(`${program.url}${path}old`, {
        headers: { 'x-api-key': key },
        redirect: 'manual',
      });
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toMatch(new RegExp(`${path}new$`));
    }
  });

  it.each([
    ['loons', 'There is no business "loons". Did you mean "loon"?'],
    ['zebra-and-sons', 'There is no business "zebra-and-sons".'],
    [
      '00000000-0000-0000-0000-000000000000',
      'There is no business "00000000-0000-0000-0000-000000000000".',
    ],
  ])('suggests which business %s may mean', async (business, message) => {
    const { status, body } = await api(`deals?business=loon,${business}`);
    expect([status, body.error.details]).toEqual([400, [{ field: 'business', message }]]);
  });

  it('lists no deal of a business that has closed for good', async () => {
    const businessId = await insertBusiness(pool, { slug: 'grebe' });
    await add({ title: 'Farewell', business: 'grebe' });
    const close = (status: string) =>
      pool.query('UPDATE businesses SET status = $2 WHERE id = $1', [businessId, status]);
    await close('temporarily_closed');
    expect(await list('business=grebe')).toEqual(['Farewell']);
    await close('closed');
    await eventually(async () => (await list('business=grebe')).length === 0);
    expect((await api('deals/farewell')).status).toBe(200);
  });

  it('returns 410 for a deal of a removed business', async () => {
    const businessId = await insertBusiness(pool, { slug: 'finch' });
    await add({ title: 'Last', business: 'finch' });
    expect(await list('business=finch')).toEqual(['Last']);
    await pool.query('UPDATE businesses SET removed_at = now() WHERE id = $1', [businessId]);
    await eventually(async () => (await list('business=finch')).length === 0);
    const { status, body } = await api('deals/last');
    expect([status, body.error.code]).toEqual([410, 'gone']);
    expect(Date.parse(body.data.removedAt)).toBeGreaterThan(0);
    expect((await admin('GET', 'deals/last')).body.data.removedAt).toBeNull();
  });
});
