import type { ImportSource } from '#libs/imports/src/writing/import-source.js';
import { insertBusiness } from '../support/directory.ts';
import { importText } from '../support/import-text.ts';
import { useDirectory } from '../support/use-directory.ts';
import { cloneWithinRealm } from '../support/use-empty-directory.ts';

/** Maximum undecided pairs, as documented. */
const MOST = 10_000;

describe('likely duplicates', () => {
  const { pool, admin } = useDirectory();
  const sources: Record<string, ImportSource> = {};

  beforeAll(async () => {
    cloneWithinRealm();
    const { rows } = await pool.query<ImportSource>(
      `INSERT INTO sources (name) VALUES ('chamber'), ('licenses'), ('third')
       RETURNING id, name, rank, id_column AS "idColumn"`,
    );
    for (const source of rows) sources[source.name] = source;
  });
  beforeEach(() => pool.query('DELETE FROM businesses; DELETE FROM source_rows'));

  const importRows = (source: string, rows: string[], isDryRun = false) =>
    importText({ pool }, ['name,street,city,zip,phone', ...rows].join('\n'), {
      source: sources[source],
      isDryRun,
    });
  const ask = async (...[method, path, json]: [string, string, object?]) => {
    const { status, body } = await admin(method, path, json);
    return { status, data: body.data, error: body.error, total: body.pagination?.total };
  };
  const queue = async (query = '') => (await ask('GET', `duplicates${query}`)).data;
  const decide = (id: string, decision: string, json?: object) =>
    ask('POST', `duplicates/${id}/${decision}`, json);
  const slugs = (pair: { businesses: { slug: string }[] }) =>
    pair.businesses.map(({ slug }) => slug);
  /** Imports a pair from two sources: one without a phone, one without a ZIP code. */
  const flag = async (name = 'Twin Pines Inn') => {
    await importRows('chamber', [`${name},5 Pine St,Ely,55731,`]);
    return importRows('licenses', [`${name},5 Pine Street North,Ely,,218-555-0111`]);
  };
  const PAIR = ['twin-pines-inn-ely', 'twin-pines-inn-ely-5-pine-street-north'];
  /** Inserts the same pair without an import. */
  const insertPair = async () => {
    const ids = [];
    for (const slug of PAIR) ids.push(await insertBusiness(pool, { slug, name: 'Twin Pines Inn' }));
    await pool.query(
      `INSERT INTO duplicates (id, first_id, second_id, score, created_at)
       VALUES (gen_random_uuid(), $1, $2, 0.5, now())`,
      ids,
    );
  };

  it('lists the pair that an import reports, with both records, score and reasons', async () => {
    const { importId } = await flag();
    const { data, total } = await ask('GET', 'duplicates?status=open');
    expect(total).toBe(1);
    expect(data).toEqual([
      {
        id: expect.any(String) as string,
        status: 'open',
        score: 0.5,
        reasons: ['name', 'city'],
        businesses: await Promise.all(
          PAIR.map(async (slug) => (await ask('GET', `businesses/${slug}`)).data),
        ),
        importId,
        createdAt: expect.any(String) as string,
        decidedAt: null,
        decidedBy: null,
      },
    ]);
  });

  it('lists the best scores first, page by page', async () => {
    await insertPair();
    await importRows('chamber', ['Elm Bar,1 Main St,Ely,55731,']);
    await importRows('licenses', ['Elm Bar & Grill,1 Main St,Ely,55731,']);
    const [first] = await queue('?limit=1');
    const [second] = await queue('?limit=1&page=2');
    expect(first.reasons).toEqual(['similarName', 'street', 'postalCode', 'city']);
    expect(slugs(second)).toEqual(PAIR);
    expect(await queue('?limit=1&page=3')).toEqual([]);
  });

  it('adds nothing in a dry run', async () => {
    await importRows('chamber', ['Elm Bar,1 Main St,Ely,55731,']);
    const { reports } = await importRows(
      'licenses',
      ['Elm Bar & Grill,1 Main St,Ely,55731,'],
      true,
    );
    expect(reports).toMatchObject([{ similarTo: 'elm-bar-ely' }]);
    expect(await queue()).toEqual([]);
  });

  it('merges into the business to keep, like a merge by slug, and audits it', async () => {
    await insertPair();
    const [{ id }] = await queue();
    const merged = await decide(id, 'merge', { keep: PAIR[1] });
    expect(merged).toMatchObject({ status: 200, data: { id, status: 'merged' } });
    expect(merged.data.decidedBy).toMatch(/@/);
    expect((await ask('GET', `businesses/${PAIR[0]}`)).data.removedAt).not.toBeNull();
    expect(await queue()).toEqual([]);
    expect(await queue('?status=merged')).toEqual([merged.data]);
    const { data: audit } = await ask('GET', 'audit?limit=3');
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'duplicate.merge',
      'business.merge',
      'business.merge',
    ]);
    expect(audit[0]).toMatchObject({
      subject: 'duplicate',
      subjectId: id,
      before: { status: 'open' },
      after: { status: 'merged', businesses: PAIR, kept: PAIR[1] },
    });
  });

  it('rejects a business to keep that is not one of the pair', async () => {
    await insertPair();
    const [{ id }] = await queue();
    const { status, error } = await decide(id, 'merge', { keep: 'elm-bar-ely' });
    expect([status, error.details[0].field]).toEqual([400, 'keep']);
    expect(error.message).toContain(PAIR.join(' or '));
    expect(await queue()).toHaveLength(1);
  });

  it('remembers dismissed pairs when files are imported, undone and imported again', async () => {
    await flag();
    const [{ id }] = await queue();
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 200, data: { status: 'dismissed' } }); // prettier-ignore
    const { undo } = await flag();
    expect(await queue()).toEqual([]);
    await undo();
    await flag();
    await importRows('third', ['Twin Pines Inn,5 Pine Street North,Ely,,218-555-0111']);
    expect(await queue()).toEqual([]);
    expect(await queue('?status=dismissed')).toMatchObject([{ id }]);
    const { data: audit } = await ask('GET', 'audit?action=duplicate.dismiss');
    expect(audit[0]).toMatchObject({ subjectId: id, after: { status: 'dismissed' } });
  });

  it('postpones a pair, which can still be dismissed', async () => {
    await insertPair();
    const [{ id }] = await queue();
    expect(await decide(id, 'later')).toMatchObject({ status: 200, data: { status: 'later' } });
    expect(await queue()).toEqual([]);
    expect(await queue('?status=later')).toMatchObject([{ id }]);
    expect((await decide(id, 'later')).error.message).toMatch(/already postponed by/);
    expect(await decide(id, 'dismiss')).toMatchObject({ status: 200 });
  });

  it('reopens a dismissed pair, and a merged one once its business is restored', async () => {
    await insertPair();
    const [{ id, businesses }] = await queue();
    expect((await decide(id, 'reopen')).error.message).toBe('This pair was already open.');
    await decide(id, 'dismiss');
    const { data } = await decide(id, 'reopen');
    expect(data).toMatchObject({ status: 'open', decidedAt: null, decidedBy: null });
    expect(await queue()).toMatchObject([{ id }]);
    await decide(id, 'merge', { keep: PAIR[0] });
    expect((await decide(id, 'reopen')).status).toBe(409);
    await ask('POST', `businesses/${businesses[1].id}/restore`);
    expect((await decide(id, 'reopen')).status).toBe(200);
    const { data: audit } = await ask('GET', 'audit?action=duplicate.reopen');
    expect(audit.map(({ before }: { before: object }) => before)).toEqual([
      { status: 'merged' },
      { status: 'dismissed' },
    ]);
  });

  it('lets one of several admins decide, and answers 409 to the others', async () => {
    await insertPair();
    const [{ id }] = await queue();
    const answers = await Promise.all([
      decide(id, 'merge', { keep: PAIR[0] }),
      decide(id, 'merge', { keep: PAIR[1] }),
      decide(id, 'dismiss'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [loser] = answers.filter(({ status }) => status === 409);
    expect(loser!.error.message).toMatch(/^This pair was already (merged|dismissed) by /);
    const { data } = await ask('GET', 'audit?subject=duplicate');
    expect(data.filter(({ subjectId }: { subjectId: string }) => subjectId === id)).toHaveLength(1);
  });

  it.each([
    ['removed', () => ask('DELETE', `businesses/${PAIR[0]}`)],
    ['merged', () => ask('POST', `businesses/${PAIR[1]}/merge`, { from: PAIR[0] })],
  ])('drops a pair while one of its businesses is %s', async (_, act) => {
    await insertPair();
    const [{ id, businesses }] = await queue();
    await act();
    expect(await ask('GET', 'duplicates')).toMatchObject({ data: [], total: 0 });
    const { status, error } = await decide(id, 'dismiss');
    expect([status, error.message]).toEqual([
      409,
      'Twin Pines Inn was removed or merged, so this pair is no longer in the queue.',
    ]);
    await ask('POST', `businesses/${businesses[0].id}/restore`);
    expect(await queue()).toMatchObject([{ id }]);
  });

  it('keeps 10,000 undecided pairs, and makes room by dropping those of removed businesses', async () => {
    await flag('Elm Bar');
    await pool.query(`
      INSERT INTO businesses (id, slug, name, updated_at)
      SELECT gen_random_uuid(), 'filler-' || n, 'Filler', now() FROM generate_series(1, 150) n`);
    await pool.query(
      `INSERT INTO duplicates (id, first_id, second_id, score, created_at)
       SELECT gen_random_uuid(), a.id, b.id, 0.9, now()
       FROM businesses a JOIN businesses b ON a.id < b.id
       WHERE a.slug LIKE 'filler-%' AND b.slug LIKE 'filler-%' ORDER BY b.slug DESC LIMIT $1`,
      [MOST - 1],
    );
    await flag();
    expect((await ask('GET', 'duplicates')).total).toBe(MOST);
    await pool.query(`UPDATE businesses SET removed_at = now() WHERE slug = 'filler-99'`);
    await flag('Loon Cafe');
    const { total } = await ask('GET', 'duplicates');
    expect(total).toBeLessThan(MOST);
    const lowest = (await queue(`?page=${total}&limit=1`)).flatMap(slugs);
    expect(['elm-bar-ely', 'loon-cafe-ely']).toContain(lowest[0]);
    expect((await queue(`?page=${total - 1}&limit=1`)).flatMap(slugs)).not.toEqual(lowest);
  });

  it('returns 404 for an unknown pair and 400 for an unknown status', async () => {
    const unknown = '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12';
    for (const decision of ['dismiss', 'later', 'merge']) {
      expect((await decide(unknown, decision, { keep: 'x' })).status).toBe(404);
    }
    expect((await ask('GET', 'duplicates?status=done')).status).toBe(400);
  });
});
