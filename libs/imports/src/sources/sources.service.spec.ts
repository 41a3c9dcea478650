import { v7 as uuidv7 } from 'uuid';
import { insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { SourcesRepository } from './sources.repository.js';
import { SourcesService } from './sources.service.js';

describe(SourcesService.name, () => {
  const served = useMigratedDatabase();
  let sources: SourcesService;

  beforeAll(() => {
    sources = new SourcesService(new SourcesRepository(served.database));
  });
  beforeEach(async () => {
    await served.database.pool.query('DELETE FROM businesses; DELETE FROM sources WHERE id <> 0');
  });

  const say = async (sourceId: number, businessId: string, more: object = {}) => {
    const row = { sourceId, businessId, key: uuidv7(), rank: 10, values: {}, digests: [], ...more };
    await served.database.sourceRow.create({ data: row });
  };
  const versionOf = async () => {
    const { rows } = await served.database.pool.query<object>(
      'SELECT version FROM directory_version',
    );
    return rows;
  };

  it('creates new sources, and updates them with later details', async () => {
    const made = await sources.prepare({ source: 'chamber' });
    expect(made).toMatchObject({ name: 'chamber', rank: 10, idColumn: null, licence: null });
    const said = { source: 'chamber', licence: 'MIT', rank: 20 };
    expect(await sources.preview(said)).toMatchObject({ id: made!.id, rank: 20 });
    expect(await sources.prepare({ source: 'chamber' })).toMatchObject({ licence: null, rank: 10 });
    await sources.prepare(said);
    expect(await sources.prepare({ source: 'chamber' })).toMatchObject({
      licence: 'MIT',
      rank: 20,
    });
    const before = await versionOf();
    await sources.prepare(said);
    expect(await versionOf()).toEqual(before);
  });

  it('changes the id column of a source only while it has no rows', async () => {
    const { id } = (await sources.prepare({ source: 'chamber', idColumn: 'no' }))!;
    const otherwise = { source: 'chamber', idColumn: 'licence' };
    expect(await sources.prepare(otherwise)).toMatchObject({ id, idColumn: 'licence' });
    await say(id, await insertBusiness(served.database.pool));
    for (const asked of [
      () => sources.prepare({ ...otherwise, idColumn: 'no' }),
      () => sources.preview({ ...otherwise, idColumn: 'no' }),
    ]) {
      await expect(asked()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('the column licence') as string,
      });
    }
    expect(await sources.prepare(otherwise)).toMatchObject({ id });
    expect(await sources.prepare({ source: 'chamber' })).toMatchObject({ idColumn: 'licence' });
    const inCapitals = { source: 'chamber', idColumn: 'LICENCE' };
    expect(await sources.prepare(inCapitals)).toMatchObject({ id });
  });

  it('keeps the id column of a source while one of its imports is unfinished', async () => {
    const { id } = (await sources.prepare({ source: 'chamber', idColumn: 'no' }))!;
    const data = { id: uuidv7(), sourceId: id, size: 1, dryRun: false };
    await served.database.import.create({ data });
    const otherwise = sources.prepare({ source: 'chamber', idColumn: 'licence' });
    await expect(otherwise).rejects.toMatchObject({ code: 'conflict' });
  });

  it('allows at most a thousand sources', async () => {
    await served.database.pool.query(
      `INSERT INTO sources (name) SELECT 'source ' || n
       FROM generate_series(1, 999 - (SELECT count(*)::int FROM sources)) AS n`,
    );
    await sources.prepare({ source: 'the thousandth' });
    await expect(sources.prepare({ source: 'one more' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The directory already has the maximum of 1000 sources.',
    });
    expect(await sources.prepare({ source: 'source 1' })).toMatchObject({ name: 'source 1' });
  });

  it('returns the highest-ranked source of each value, and none for an admin’s value', async () => {
    const ids = [];
    for (const source of ['low', 'high', 'merged']) {
      ids.push((await sources.prepare({ source }))!.id);
    }
    const [low, high, merged] = ids as [number, number, number];
    const name = 'Loon Cafe';
    const business = await insertBusiness(served.database.pool, {
      name,
      city: 'Ely',
      phone: '+12185550100',
      email: 'admin@example.com',
      website: null,
    });
    await say(low, business, { values: { name, phone: '+12185550199', city: 'Ely' } });
    const values = {
      name,
      phone: '+12185550100',
      email: 'a@example.com',
      website: 'https://a.example',
    };
    await say(high, business, { rank: 20, values });
    const other = await insertBusiness(served.database.pool);
    await say(merged, business, { rank: 99, mergedFrom: other, values: { name, unit: 'B' } });
    const found = await sources.ofBusiness(business);
    expect(found.rows.map(({ source }) => source)).toEqual(['high', 'low', 'merged']);
    expect(Object.fromEntries(found.values.map(({ field, source }) => [field, source]))).toEqual({
      name: 'high',
      phone: 'high',
      'address.city': 'low',
      email: null,
      website: null,
      status: null,
      'address.unit': null,
    });
  });

  it('recognizes the category of a source after an admin has renamed it', async () => {
    await served.database.category.create({ data: { slug: 'tea', name: 'Herbal tea' } });
    const business = await insertBusiness(served.database.pool, { categories: ['tea'] });
    const { id } = (await sources.prepare({ source: 'guide' }))!;
    await say(id, business, { values: { categories: ['Tea'] } });
    expect((await sources.ofBusiness(business)).values).toContainEqual({
      field: 'categories',
      value: ['Herbal tea'],
      source: 'guide',
    });
  });
});
