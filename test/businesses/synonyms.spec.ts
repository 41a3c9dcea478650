import { insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('editing synonyms', () => {
  const { pool, admin, names } = useDirectory();

  beforeAll(async () => {
    await insertBusiness(pool, { name: 'Kolache Kitchen' });
    await insertBusiness(pool, { name: 'Strudel Stop' });
  });

  const search = (q: string) => names(`q=${encodeURIComponent(q)}`);

  it('applies to the next search after adding, changing and removing', async () => {
    expect(await search('buchta')).toEqual([]);
    const added = await admin('POST', 'search-synonyms', {
      terms: ['Buchta', 'kolache'],
      alsoFinds: ['strudel'],
    });
    expect(added.status).toBe(201);
    expect(await search('buchta')).toEqual(['Kolache Kitchen', 'Strudel Stop']);
    expect(await search('buchtas')).toEqual(['Kolache Kitchen', 'Strudel Stop']);
    expect(await search('strudel')).toEqual(['Strudel Stop']);

    const { id } = added.body.data;
    const stale = await admin('PATCH', `search-synonyms/${id}`, { alsoFinds: [] }, '"99"');
    expect(stale.status).toBe(412);
    const tag = added.headers.get('etag');
    const changed = await admin('PATCH', `search-synonyms/${id}`, { alsoFinds: [] }, tag);
    expect(changed.body.data).toEqual({ id, terms: ['Buchta', 'kolache'], alsoFinds: [] });
    expect(await search('buchta')).toEqual(['Kolache Kitchen']);

    expect((await admin('DELETE', `search-synonyms/${id}`)).status).toBe(200);
    expect(await search('buchta')).toEqual([]);
    expect((await admin('GET', `search-synonyms/${id}`)).status).toBe(404);
    const { rows } = await pool.query(
      `SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY at, id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'synonym.create',
      'synonym.change',
      'synonym.remove',
    ]);
  });

  it('accepts emoji in any form', async () => {
    await admin('POST', 'search-synonyms', { terms: ['🥮\uFE0F'], alsoFinds: ['kolache'] });
    expect(await search('🥮')).toEqual(['Kolache Kitchen']);
  });

  it('lists synonyms containing a text, in order, with pagination', async () => {
    const { body } = await admin('GET', 'search-synonyms?q=MALL&limit=100');
    expect(body.data).toContainEqual(
      expect.objectContaining({ terms: ['moa', 'mall of america'], alsoFinds: [] }),
    );
    const all = await admin('GET', 'search-synonyms?limit=1');
    expect(all.body.pagination.total).toBeGreaterThan(100);
    expect((await admin('GET', 'search-synonyms?q=nonesuch')).body.pagination.total).toBe(0);
  });

  it('refuses the terms of another synonym in any order and spelling', async () => {
    const create = (terms: string[]) => admin('POST', 'search-synonyms', { terms });
    const { id } = (await create(['Crème Brûlée', 'burnt cream'])).body.data;
    const again = await create(['burnt creams', 'creme brulee']);
    expect([again.status, again.body.error.details[0].field]).toEqual([409, 'terms']);
    expect(again.body.error.message).toContain(id);
    const other = (await create(['burnt cream', 'custard'])).body.data;
    const change = (synonym: string, terms: string[]) =>
      admin('PATCH', `search-synonyms/${synonym}`, { terms }, '*');
    expect((await change(other.id, ['Burnt Cream', 'crème brûlée'])).status).toBe(409);
    expect((await change(id, ['burnt cream', 'Crème Brûlée'])).status).toBe(200);
  });

  it.each([
    [{}, 'terms'],
    [{ terms: [] }, 'terms'],
    [{ terms: 'pizza' }, 'terms'],
    [{ terms: ['!!!'] }, 'terms'],
    [{ terms: ['one two three four five'] }, 'terms'],
    [{ terms: ['x'.repeat(61)] }, 'terms'],
    [{ terms: ['a', 'a'] }, 'terms'],
    [{ terms: Array.from({ length: 21 }, (_, i) => `w${i}`) }, 'terms'],
    [{ terms: ['a'], alsoFinds: [7] }, 'alsoFinds'],
  ])('refuses %j', async (json, field) => {
    const { status, body } = await admin('POST', 'search-synonyms', json);
    expect([status, body.error.details[0].field]).toEqual([400, field]);
  });

  it('accepts exactly the documented number and length', async () => {
    const terms = Array.from({ length: 20 }, (_, i) => `one two three w${i}`);
    expect(
      (await admin('POST', 'search-synonyms', { terms: [...terms.slice(1), 'x'.repeat(60)] }))
        .status,
    ).toBe(201);

    const { body } = await admin('GET', 'search-synonyms?limit=1');
    await pool.query(
      `INSERT INTO search_synonyms (id, terms)
       SELECT gen_random_uuid(), ARRAY['filler ' || i] FROM generate_series(1, $1::int) AS i`,
      [1_999 - body.pagination.total],
    );
    expect((await admin('POST', 'search-synonyms', { terms: ['last one'] })).status).toBe(201);
    const over = await admin('POST', 'search-synonyms', { terms: ['one more'] });
    expect([over.status, over.body.error.code]).toEqual([409, 'conflict']);
  });
});
