import { randomUUID } from 'node:crypto';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { AuditEntriesService } from './audit-entries.service.js';
import type { ListAuditQuery } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

const ADDRESS = '192.0.2.7';

describe(AuditEntriesService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let entries: AuditEntriesService;
  let ada: string;
  let bea: string;

  beforeAll(async () => {
    clock = new ManualClock();
    entries = new AuditEntriesService(new AuditRepository(served.database));
    const add = async (name: string) => {
      const data = { email: `${name}@example.org`, name, passwordHash: 'x' };
      return (await served.database.admin.create({ data })).id;
    };
    [ada, bea] = [await add('ada'), await add('bea')];
    const audit = new AuditService(new AuditRepository(served.database), clock);
    const record = async (adminId: string, action: string, subject: string, subjectId: string) => {
      clock.advance(1_000);
      await audit.record(served.database, {
        admin: { id: adminId, address: ADDRESS },
        action,
        subject,
        subjectId,
        before: { state: 'active' },
        after: { state: subjectId },
      });
    };
    await record(ada, 'key.revoke', 'key', 'first');
    await record(bea, 'key.revoke', 'key', 'second');
    await record(bea, 'key.suspend', 'key', 'third');
    await record(ada, 'import.start', 'import', 'fourth');
    await record(ada, 'import.cancel', 'import', 'fourth');
  });

  const list = async (query: Partial<ListAuditQuery> = {}) =>
    entries.list({ page: 1, limit: 20, ...query });
  const actions = async (query: Partial<ListAuditQuery> = {}) => {
    const { items } = await list(query);
    return items.map(({ action, subjectId }) => `${action} ${subjectId}`);
  };
  const NEWEST_FIRST = [
    'import.cancel fourth',
    'import.start fourth',
    'key.suspend third',
    'key.revoke second',
    'key.revoke first',
  ];

  it('lists the admin, action, subject, time and network', async () => {
    const { items } = await list({ limit: 1 });
    expect(items).toEqual([
      {
        id: expect.any(String) as string,
        at: clock.now(),
        admin: { id: ada, email: 'ada@example.org', name: 'ada' },
        operator: null,
        address: '192.0.2.0/24',
        action: 'import.cancel',
        subject: 'import',
        subjectId: 'fourth',
        subjectName: null,
        subjectEmail: null,
        subjectStart: null,
        before: { state: 'active' },
        after: { state: 'fourth' },
      },
    ]);
  });

  it('lists pages, newest first', async () => {
    expect(await actions()).toEqual(NEWEST_FIRST);
    const pages = [1, 2, 3, 4].map((page) => list({ page, limit: 2 }));
    const found = await Promise.all(pages);
    expect(found.map(({ items }) => items.length)).toEqual([2, 2, 1, 0]);
    expect(found.flatMap(({ items }) => items.map(({ action }) => action))).toEqual(
      NEWEST_FIRST.map((entry) => entry.split(' ')[0]),
    );
    expect(found[3]!.total).toBe(5);
  });

  it('filters by admin, action, subject and subject id', async () => {
    expect(await actions({ adminId: bea })).toEqual(NEWEST_FIRST.slice(2, 4));
    expect(await actions({ action: 'key.revoke' })).toEqual(NEWEST_FIRST.slice(3));
    expect(await actions({ subject: 'import' })).toEqual(NEWEST_FIRST.slice(0, 2));
    expect(await actions({ subjectId: 'second' })).toEqual([NEWEST_FIRST[3]]);
    expect(await actions({ adminId: ada, action: 'key.revoke' })).toEqual([NEWEST_FIRST[4]]);
    expect((await list({ adminId: randomUUID() })).total).toBe(0);
  });

  it('filters by time, with an inclusive start and an exclusive end', async () => {
    const { items } = await list();
    const at = (index: number) => items[index]!.at;
    expect(await actions({ since: at(2), until: at(0) })).toEqual(NEWEST_FIRST.slice(1, 3));
    await expect(actions({ since: at(0), until: at(0) })).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: [{ field: 'until' }],
    });
  });

  it('filters sign-ins and changes', async () => {
    const subjectId = ada;
    const audit = new AuditService(new AuditRepository(served.database), clock);
    for (const action of ['admin.sign-in', 'admin.sign-in-failed', 'admin.sign-out']) {
      const admin = { id: ada!, address: ADDRESS };
      await audit.record(served.database, { admin, action, subject: 'admin', subjectId });
    }
    expect(await actions({ kind: 'changes' })).toEqual(NEWEST_FIRST);
    const signIns = await list({ kind: 'sign-ins' });
    expect(signIns.total).toBe(3);
    expect(signIns.items[0]).toMatchObject({
      action: 'admin.sign-out',
      subjectName: 'ada',
      subjectEmail: 'ada@example.org',
    });
    expect((await list({ kind: 'changes', action: 'admin.sign-in' })).total).toBe(0);
  });

  it.each([
    'UPDATE audit_entries SET action = NULL',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('cannot be changed: %s', async (sql) => {
    await expect(served.database.pool.query(sql)).rejects.toThrow('append-only');
  });

  it('adds the name, email address and key prefix of the subject', async () => {
    const { database } = served;
    const key = await database.apiKey.create({
      data: {
        label: 'Maps',
        ownerName: 'Cleo',
        ownerEmail: 'cleo@example.org',
        limitPerHour: 1,
        secrets: {
          create: [
            { start: 'mnbd_4fK2x', hash: Buffer.from('newer'), createdAt: new Date(1) },
            { start: 'mnbd_older', hash: Buffer.from('older'), createdAt: new Date(0) },
          ],
        },
      },
    });
    const request = await database.keyRequest.create({
      data: { name: 'Dina', email: 'dina@example.org', project: 'A map.' },
    });
    const delivery = await database.delivery.create({
      data: { kind: 'key-approved', recipient: 'cleo@example.org', data: {} },
    });
    const suggestion = await database.suggestion.create({
      data: {
        about: 'missing',
        correction: 'A bakery.',
        source: 'A walk.',
        email: 'e@example.org',
        change: { name: 'Rye' },
      },
    });
    const category = await database.category.create({ data: { slug: 'cafes', name: 'Cafés' } });
    const synonym = await database.searchSynonym.create({ data: { terms: ['pop', 'soda'] } });
    const business = await database.business.create({ data: { slug: 'loon', name: 'Loon' } });
    const event = await database.event.create({
      data: { slug: 'fair', name: 'Fair', startsAt: new Date(0), endsAt: new Date(1) },
    });
    const correction = await database.suggestion.create({
      data: { businessId: business.id, about: 'phone', correction: 'None.', source: 'A walk.' },
    });
    const deal = await database.deal.create({
      data: { slug: 'pie', title: 'Pie', businessId: business.id, startsAt: new Date() },
    });
    const subjects: [string, string, string | null, string | null, string | null][] = [
      ['key', key.id, 'Maps', 'cleo@example.org', 'mnbd_4fK2x'],
      ['key-request', request.id, 'Dina', 'dina@example.org', null],
      ['delivery', delivery.id, 'key-approved', 'cleo@example.org', null],
      ['suggestion', suggestion.id, 'Rye', 'e@example.org', null],
      ['suggestion', correction.id, 'Loon', null, null],
      ['category', category.id, 'Cafés', null, null],
      ['synonym', synonym.id, 'pop, soda', null, null],
      ['business', business.id, 'Loon', null, null],
      ['event', event.id, 'Fair', null, null],
      ['deal', deal.id, 'Pie', null, null],
      ['category', randomUUID(), 'Bakeries', null, null],
    ];
    for (const [subject, subjectId] of subjects) {
      clock.advance(1);
      await new AuditService(new AuditRepository(served.database), clock).record(database, {
        admin: { operator: 'ops' },
        action: `${subject}.look`,
        subject,
        subjectId,
        ...(subject === 'category' && { before: { name: 'Bakeries' } }),
      });
    }
    const { items } = await list({ limit: subjects.length });
    expect(
      items
        .reverse()
        .map((entry) => [
          entry.subject,
          entry.subjectId,
          entry.subjectName,
          entry.subjectEmail,
          entry.subjectStart,
        ]),
    ).toEqual(subjects);
  });
});
