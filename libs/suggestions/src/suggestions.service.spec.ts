import type { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AttemptsRepository } from '#libs/rate-limit/src/attempts/attempts.repository.js';
import { insertBusiness } from '../../../test/support/directory.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { SuggestionsRepository } from './suggestions.repository.js';
import { SuggestionsService } from './suggestions.service.js';

const HOUR = 3_600_000;
const ADDRESS = '192.0.2.7';
const TOO_MANY = { code: 'conflict' };

describe(SuggestionsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let announce: jest.Mock;
  let suggestions: SuggestionsService;
  let loon: string;
  let heron: string;

  beforeAll(async () => {
    loon = await insertBusiness(served.database.pool, { slug: 'loon' });
    heron = await insertBusiness(served.database.pool, { slug: 'heron' });
  });
  beforeEach(async () => {
    const { database } = served;
    await database.suggestion.deleteMany();
    await database.attemptWindow.deleteMany();
    clock = new ManualClock();
    announce = jest.fn();
    suggestions = new SuggestionsService(
      new SuggestionsRepository(database),
      new BusinessesRepository(database),
      new Attempts(new AttemptsRepository(database), clock),
      clock,
      new MailService(database, new DeliveriesRepository(database), { wake: () => {} }),
      { announce } as unknown as AdminNoticesService,
    );
  });

  /** Inserts suggestions directly into the database. */
  const put = (count: number, status: 'pending' | 'dismissed', businessId: string | null) =>
    served.database.pool.query(
      `INSERT INTO suggestions (id, business_id, about, correction, source, status)
       SELECT gen_random_uuid(), $1, 'phone', '1', 'Sign', $2::suggestion_status
       FROM generate_series(1, $3)`,
      [businessId, status, count],
    );
  const REPORT = { about: 'phone', correction: '218 555 0147', source: 'Sign' } as const;
  const report = (businessId = loon, address = ADDRESS) =>
    suggestions.report({ id: businessId, specialHours: [] }, REPORT, address);
  const suggest = () =>
    suggestions.suggest({ name: 'X', correction: 'Y', city: 'Ely', source: 'Z' }, ADDRESS);
  const count = () => served.database.suggestion.count();

  it('recognizes the business of a deal by a former address of its page', async () => {
    await served.database.formerSlug.create({ data: { slug: 'old-loon', businessId: loon } });
    const deal = { title: 'Rolls', description: 'Half price', source: 'Sign' };
    await suggestions.suggestDeal({ ...deal, business: 'https://a.example/b/old-loon' }, ADDRESS);
    const change = expect.objectContaining({ business: 'loon' }) as object;
    expect(await served.database.suggestion.findMany()).toMatchObject([
      { businessId: loon, change },
    ]);
  });

  it('accepts 20 pending suggestions per business and does not count decided ones', async () => {
    await put(20, 'dismissed', loon);
    await put(19, 'pending', loon);
    await report();
    await expect(report()).rejects.toMatchObject(TOO_MANY);
    await report(heron);
    expect([await count(), announce.mock.calls.length]).toEqual([41, 2]);
  });

  it('accepts 5,000 pending suggestions in total and does not count decided ones', async () => {
    await put(4_999, 'pending', null);
    await put(1, 'dismissed', null);
    await suggest();
    await expect(suggest()).rejects.toMatchObject(TOO_MANY);
    await expect(report()).rejects.toMatchObject(TOO_MANY);
    expect(await count()).toBe(5_001);
  });

  it('accepts ten suggestions an hour from one network, whatever they are about', async () => {
    for (let n = 0; n < 9; n++) await report(n % 2 ? loon : heron, `2001:db8:1:2::${n}`);
    await suggestions.suggest(
      { name: 'X', correction: 'Y', city: 'Ely', source: 'Z' },
      '2001:db8:1:2::ffff',
    );
    clock.advance(HOUR - 1_000);
    const refused = report(loon, '2001:db8:1:2::10');
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': '1' },
    });
    await report(loon, '2001:db8:1:3::1');
    clock.advance(1_000);
    await report(loon, '2001:db8:1:2::10');
    expect(await count()).toBe(12);
  });

  it('stores no suggestion if the admins cannot be notified', async () => {
    announce.mockRejectedValueOnce(new Error('The database is away.'));
    await expect(report()).rejects.toThrow('away');
    expect(await count()).toBe(0);
  });
});
