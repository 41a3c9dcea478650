import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { CategoriesRepository } from '#libs/businesses/src/categories/categories.repository.js';
import { References } from '#libs/businesses/src/editing/references.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { insertBusiness } from '../../../../test/support/directory.ts';
import { editTransactions } from '../../../../test/support/edit-transactions.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { DealsRepository } from '../deals.repository.js';
import { DealEditor } from './deal-editor.js';
import type { DealChange, NewDeal } from './deal-input.dto.js';

const STARTS = new Date('2026-12-01T06:00:00Z');
const ENDS = new Date('2026-12-31T06:00:00Z');
const DEAL: NewDeal = { title: 'Two rolls', business: 'loon', startsAt: STARTS, endsAt: ENDS };
/** One day before the deal starts. */
const NOW = new Date('2026-11-30T06:00:00Z');
const ANY = new Precondition('*');

const later = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

describe(DealEditor.name, () => {
  const served = useMigratedDatabase();
  let admin: SignedInAdmin;
  let editor: DealEditor;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });
  beforeEach(async () => {
    const { database } = served;
    await database.deal.deleteMany();
    await database.business.deleteMany();
    for (const slug of ['loon', 'heron']) await insertBusiness(database.pool, { slug });
    const clock = new ManualClock(NOW.getTime());
    editor = new DealEditor(
      editTransactions(database, clock),
      new DealsRepository(database),
      new BusinessesRepository(database),
      new References(new BusinessesRepository(database), new CategoriesRepository()),
      clock,
      loadEnvironment({}),
    );
  });

  const create = async (more: Partial<NewDeal> = {}) =>
    (await editor.create({ ...DEAL, ...more }, admin)).record;
  const change = async (id: string, changes: Partial<DealChange>) =>
    (await editor.change(id, ANY, changes, admin)).record;
  const BACKWARD = { code: 'invalid_body', details: [{ field: 'endsAt' }] };

  it('rejects a deal that ends at its start', async () => {
    const endsAt = STARTS;
    await expect(create({ endsAt })).rejects.toMatchObject(BACKWARD);
    const { id } = await create();
    await expect(change(id, { endsAt })).rejects.toMatchObject(BACKWARD);
    expect((await editor.read(id)).record.endsAt).toBe(ENDS.toISOString());
  });

  it('rejects a start after the end, unless the end moves with it', async () => {
    const { id } = await create();
    await expect(change(id, { startsAt: ENDS })).rejects.toMatchObject(BACKWARD);
    await change(id, { startsAt: ENDS, endsAt: later(ENDS, 1) });
    const { startsAt, endsAt } = await change(id, { startsAt: later(ENDS, 2), endsAt: null });
    expect([startsAt, endsAt]).toEqual([later(ENDS, 2).toISOString(), null]);
  });

  it('keeps omitted fields and clears fields set to null', async () => {
    const texts = {
      description: 'Before nine.',
      code: 'ROLLS',
      website: 'https://example.com/',
      terms: 'One.',
    };
    const { id } = await create(texts);
    expect(await change(id, { title: 'Three rolls' })).toMatchObject({
      title: 'Three rolls',
      slug: 'two-rolls',
      business: { slug: 'loon' },
      startsAt: STARTS.toISOString(),
      endsAt: ENDS.toISOString(),
      ...texts,
    });
    expect(await change(id, { business: 'heron' })).toMatchObject({ business: { slug: 'heron' } });
    const none = { description: null, code: null, website: null, terms: null };
    expect(await change(id, none)).toMatchObject(none);
  });

  it('creates a unique slug for a repeated title or a title without letters', async () => {
    const slugs = [];
    for (const title of ['Two rolls', 'Two rolls', '!!!']) {
      slugs.push((await create({ title })).slug);
    }
    expect(slugs).toEqual(['two-rolls', 'two-rolls-2', 'deal']);
    await expect(create({ slug: 'two-rolls' })).rejects.toMatchObject({ code: 'conflict' });
    const { id } = await create({ title: 'Former' });
    await change(id, { slug: 'current' });
    expect(await create({ title: 'Former' })).toMatchObject({ slug: 'former-2' });
  });

  it('restores a removed deal, but not without its business', async () => {
    const { id } = await create();
    await editor.remove(id, ANY, admin);
    expect((await editor.read(id)).record.removedAt).toBe(NOW.toISOString());
    const remove = (time: string) =>
      served.database.pool.query(`UPDATE businesses SET removed_at = ${time} WHERE slug = 'loon'`);
    await remove('now()');
    await expect(editor.restore(id, ANY, admin)).rejects.toMatchObject({
      code: 'conflict',
      details: [{ field: 'business' }],
      data: {
        slug: 'loon',
        restore: expect.stringMatching(/^.admin.businesses.+restore$/) as string,
      },
    });
    await remove('NULL');
    await editor.restore(id, ANY, admin);
    expect((await editor.read(id)).record.removedAt).toBeNull();
  });
});
