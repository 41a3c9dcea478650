import { insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('restoring a removed record', () => {
  const { program, pool, admin, edit, api } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
  });

  const names = async (path: string) =>
    (await api(path)).body.data.map(({ name, title }: any) => name ?? title);
  const wordCounts = async () =>
    (await pool.query('SELECT word, businesses FROM search_words ORDER BY word')).rows;

  it('brings a business back unchanged, with its events and deals, and updates copies', async () => {
    const business = await edit('POST', 'businesses', {
      name: 'Kept Bakery',
      categories: ['bakeries'],
      address: { city: 'Ely', street: '1 Elm Street' },
    });
    const { slug } = await edit('PATCH', `businesses/${business.id}`, { name: 'Loon Rolls' }, '*');
    await edit('POST', 'deals', {
      title: 'Two for one',
      business: slug,
      startsAt: '2020-01-01T00:00:00Z',
    });
    const { body: before } = await api(`businesses/${slug}`);
    const words = await wordCounts();
    await edit('DELETE', `businesses/${slug}`, undefined, '*');
    expect((await getPage(`${program.url}/b/${slug}`)).status).toBe(410);
    expect(await names('deals')).toEqual([]);
    const { pagination } = (await api('changes')).body;
    expect(await names(`businesses?q=loon rolls`)).toEqual([]);

    const { tag } = await edit('GET', `businesses/${slug}`);
    const restore = `businesses/${slug}/restore`;
    const { tag: newTag, ...restored } = await edit('POST', restore, undefined, tag);

    expect(restored).toEqual({ ...before.data, updatedAt: expect.any(String) });
    expect(newTag).not.toBe(tag);
    await eventually(async () => (await names('businesses?q=loon rolls')).length === 1);
    expect(await names('businesses?category=bakeries&city=ely')).toEqual(['Loon Rolls']);
    expect(await names('deals')).toEqual(['Two for one']);
    expect((await api(`businesses/${slug}`)).body.data).toEqual(restored);
    expect((await getPage(`${program.url}/b/${slug}`)).status).toBe(200);
    const former = await getPage(`${program.url}/b/kept-bakery-ely`);
    expect([former.status, former.headers.get('location')]).toEqual([308, `/b/${slug}`]);
    const changes = (await api(`changes?after=${pagination.next}`)).body.data;
    expect(changes.map(({ type, deleted }: any) => [type, deleted])).toEqual([
      ['business', false],
      ['deal', false],
    ]);
    const since = await api(`businesses?status=any&updatedSince=${restored.updatedAt}`);
    expect(since.body.data).toMatchObject([{ id: business.id, removedAt: null }]);
    expect(await wordCounts()).toEqual(words);
  });

  it('is offered when the same business is added again', async () => {
    const same = { name: 'Twice Added', address: { city: 'Ely', street: '9 Oak Ave' } };
    const { id, slug } = await edit('POST', 'businesses', same);
    await edit('DELETE', `businesses/${id}`, undefined, '*');
    const restore = `/admin/businesses/${id}/restore`;
    for (const input of [same, { name: 'Other', slug }]) {
      const { status, body } = await admin('POST', 'businesses', input);
      expect([status, body.data]).toEqual([
        409,
        { id, slug, url: `${program.url}/api/v1/businesses/${slug}`, restore },
      ]);
      expect(body.error.message).toContain(restore);
    }
    const changed = await admin('PATCH', `businesses/${id}`, { name: 'Again' }, '*');
    expect([changed.status, changed.body.error.message]).toEqual([
      410,
      expect.stringContaining(restore),
    ]);
    expect((await edit('POST', restore.slice('/admin/'.length), undefined, '*')).slug).toBe(slug);
  });

  it('is refused for an existing record, another state, or without If-Match', async () => {
    const { id, tag } = await edit('POST', 'businesses', { name: 'Contended' });
    const restore = (ifMatch: string | null) =>
      admin('POST', `businesses/${id}/restore`, undefined, ifMatch);
    expect((await restore('*')).body.error).toMatchObject({
      code: 'conflict',
      message: 'The business has not been removed.',
    });
    await edit('DELETE', `businesses/${id}`, undefined, tag);
    const { tag: removed } = await edit('GET', `businesses/${id}`);
    expect([(await restore(tag)).status, (await restore(null)).status]).toEqual([412, 428]);
    const racing = await Promise.all([restore(removed), restore(removed)]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await admin('POST', 'businesses/nonesuch/restore', undefined, '*')).status).toBe(404);
    expect((await call('POST', `${program.url}/admin/businesses/${id}/restore`)).status).toBe(401);
  });
});
