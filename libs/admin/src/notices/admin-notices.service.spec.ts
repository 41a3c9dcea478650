import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Composers, NoLongerDue } from '#libs/mail/src/deliveries/composers.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { renderText } from '#libs/mail/src/message/render-text.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { AdminsRepository } from '../accounts/admins.repository.js';
import { AdminNoticesService, type WaitingItem } from './admin-notices.service.js';

const LEASE_SECONDS = 15;
const KIND = 'test-notice';
const NOTIFIED = 'notify@example.org';

describe(AdminNoticesService.name, () => {
  const served = useMigratedDatabase();
  let composers: Composers;
  let waiting: { items: WaitingItem[]; count: number };

  beforeEach(async () => {
    await served.database.delivery.deleteMany();
    await served.database.admin.updateMany({ data: { disabledAt: new Date() } });
    waiting = { items: [], count: 0 };
  });

  function serviceOf(variables: Record<string, string>): AdminNoticesService {
    composers = new Composers();
    const mail = new MailService(served.database, new DeliveriesRepository(served.database), {
      wake: () => {},
    });
    const service = new AdminNoticesService(
      loadEnvironment({ ADMIN_URL: 'https://admin.example.org', ...variables }),
      mail,
      composers,
      new DeliveriesRepository(served.database),
      new AdminsRepository(served.database),
    );
    service.register({
      kind: KIND,
      noun: 'parcel',
      tag: 'All parcels',
      listOperation: 'listParcels',
      decisions: [
        { label: 'Keep', operation: 'keepParcel' },
        { label: 'Return', operation: 'returnParcel' },
      ],
      waiting: async (most) => ({ ...waiting, items: waiting.items.slice(0, most) }),
    });
    return service;
  }
  const announce = (
    kind = KIND,
    variables: Record<string, string> = { ADMIN_NOTIFY_EMAIL: NOTIFIED },
  ) => served.database.$transaction((tx) => serviceOf(variables).announce(tx, kind));
  const deliveries = () => served.database.$queryRaw<
    { recipient: string; kind: string; dueIn: number }[]
  >`SELECT recipient, kind, extract(epoch FROM next_attempt_at - now())::float8 AS "dueIn"
    FROM deliveries ORDER BY id`;
  const set = (assignment: string) =>
    served.database.pool.query(`UPDATE deliveries SET ${assignment}`);

  it('sends one notice at once, however many items arrive', async () => {
    await announce();
    await announce();
    const found = await deliveries();
    expect(found).toMatchObject([{ recipient: NOTIFIED, kind: KIND }]);
    expect(found[0]!.dueIn).toBeLessThanOrEqual(0);
  });

  it('sends the next notice ten minutes after the last one', async () => {
    await announce();
    await set("status = 'sent', sent_at = now() - interval '4 minutes'");
    await announce();
    const [, next] = await deliveries();
    expect(next!.dueIn).toBeGreaterThan(345);
    expect(next!.dueIn).toBeLessThanOrEqual(360);
  });

  it('sends the next notice within ten minutes of a clock that was corrected backward', async () => {
    await announce();
    await set("status = 'sent', sent_at = now() + interval '1 day'");
    await announce();
    expect((await deliveries())[1]!.dueIn).toBeLessThanOrEqual(600);
  });

  it.each([
    "status = 'sent', sent_at = now() - interval '10 minutes'",
    "status = 'failed'",
    "status = 'superseded'",
  ])('sends a notice at once if the last one has %s', async (columns) => {
    await announce();
    await set(columns);
    await announce();
    expect((await deliveries())[1]!.dueIn).toBeLessThanOrEqual(0);
  });

  it('queues another notice while one is being sent, which may already be composed', async () => {
    await announce();
    await set(`leased_until = now() + interval '${LEASE_SECONDS} seconds'`);
    await announce();
    const [, next] = await deliveries();
    expect(next!.dueIn).toBeGreaterThan(585);
  });

  it('schedules each kind separately', async () => {
    await announce();
    await announce('other-notice');
    const found = await deliveries();
    expect(found.map(({ kind }) => kind)).toEqual([KIND, 'other-notice']);
    expect(found[1]!.dueIn).toBeLessThanOrEqual(0);
  });

  it('notifies every enabled admin, unless ADMIN_NOTIFY_EMAIL is set', async () => {
    for (const name of ['bea', 'ada', 'cy']) {
      const data = { email: `${name}@example.org`, name, passwordHash: 'x' };
      await served.database.admin.create({
        data: { ...data, disabledAt: name === 'cy' ? new Date() : null },
      });
    }
    await announce(KIND, {});
    const recipients = async () => (await deliveries()).map(({ recipient }) => recipient);
    expect(await recipients()).toEqual(['ada@example.org', 'bea@example.org']);
    await announce();
    expect(await recipients()).toEqual(['ada@example.org', 'bea@example.org', NOTIFIED]);
    // A notice to one recipient doesn't delay notices to others.
    for (const { dueIn } of await deliveries()) expect(dueIn).toBeLessThanOrEqual(0);
  });

  describe('composing a notice', () => {
    const compose = (names: string[], count = names.length, recipient = NOTIFIED) => {
      serviceOf({ ADMIN_NOTIFY_EMAIL: NOTIFIED });
      waiting = {
        count,
        items: names.map((name) => ({
          id: name,
          createdAt: new Date('2026-11-21T18:00:00Z'),
          name,
          subject: `Parcel of ${name}`,
          replyTo: `${name}@example.org`,
          quote: `All of ${name}`,
          shortQuote: `Some of ${name}`,
        })),
      };
      return composers.find(KIND)({ id: '1', recipient, data: {} });
    };

    it('quotes a single item in full, with its sender and the links to decide', async () => {
      const { subject, body, replyTo, quotes } = await compose(['Ada']);
      expect([subject, replyTo]).toEqual(['Parcel of Ada', 'Ada@example.org']);
      expect(renderText(body)).toBe(
        'A parcel is waiting for a decision.\n\n' +
          'Keep:\n  https://admin.example.org/admin/docs?id=Ada#/All%20parcels/keepParcel\n\n' +
          'Return:\n  https://admin.example.org/admin/docs?id=Ada#/All%20parcels/returnParcel\n',
      );
      expect(quotes).toEqual([
        { about: expect.stringMatching(/^The parcel of .*:$/) as string, quote: 'All of Ada' },
      ]);
    });

    it('numbers several items, each with its links and a short quote', async () => {
      const { subject, body, replyTo, quotes } = await compose(['Ada', 'Bea']);
      expect([subject, replyTo]).toEqual(['2 parcels are waiting: Ada, Bea', undefined]);
      expect(renderText(body)).toMatch(/^2 parcels are waiting for a decision\./);
      expect(renderText(body)).not.toContain('oldest');
      const docs = 'https://admin.example.org/admin/docs';
      expect(renderText(body)).toContain(
        `All waiting parcels:\n  ${docs}?status=pending&limit=100#/All%20parcels/listParcels\n`,
      );
      expect(quotes).toEqual(
        ['Ada', 'Bea'].map((name, index) => ({
          about: expect.stringMatching(`^${index + 1}\\. The parcel of .*:$`) as string,
          links: {
            [`Keep parcel ${index + 1}`]: `${docs}?id=${name}#/All%20parcels/keepParcel`,
            [`Return parcel ${index + 1}`]: `${docs}?id=${name}#/All%20parcels/returnParcel`,
          },
          quote: `Some of ${name}`,
        })),
      );
    });

    it('states that there are more than the ten quoted items, if there are', async () => {
      const names = [...'ABCDEFGHIJK'];
      const { subject, body, quotes } = await compose(names);
      expect(subject).toBe('11 parcels are waiting: A, B, C, D, E, F, G, H, I, J');
      expect(renderText(body)).toMatch(/\n\nThis email shows the oldest 10\.\n$/);
      expect(quotes).toHaveLength(10);
      expect(renderText((await compose(names.slice(1))).body)).not.toContain('oldest');
    });

    it('throws NoLongerDue if no item is waiting anymore', async () => {
      for (const recipient of [NOTIFIED, 'former@example.org']) {
        await expect(compose([], 0, recipient)).rejects.toThrow(
          new NoLongerDue('No parcel is waiting anymore.'),
        );
      }
      expect(await deliveries()).toEqual([]);
    });

    it('queues a notice to the present recipients if its own no longer gets notices', async () => {
      await expect(compose(['Ada'], 1, 'former@example.org')).rejects.toThrow(
        new NoLongerDue('The recipient no longer gets notices.'),
      );
      expect(await deliveries()).toMatchObject([{ recipient: NOTIFIED, kind: KIND }]);
    });
  });
});
