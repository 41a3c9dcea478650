import { randomUUID } from 'node:crypto';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '../../../../test/support/migrated-database.ts';
import { AuditController } from './audit.controller.js';
import type { ListAuditQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';

const ADDRESS = '192.0.2.7';

describe(AuditController.name, () => {
  let served: MigratedDatabase;
  let clock: ManualClock;
  let controller: AuditController;
  let [ada, bea]: string[] = [];

  beforeAll(async () => {
    served = await createMigratedDatabase();
    clock = new ManualClock();
    controller = new AuditController(served.database);
    const add = async (name: string) => {
      const data = { email: `${name}@example.org`, name, passwordHash: 'x' };
      return (await served.database.admin.create({ data })).id;
    };
    [ada, bea] = [await add('ada'), await add('bea')];
    const audit = new AuditService(clock);
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
  afterAll(() => served.close());

  const list = async (query: Partial<ListAuditQuery> = {}) =>
    controller.list({ page: 1, limit: 20, ...query });
  const actions = async (query: Partial<ListAuditQuery> = {}) => {
    const { data } = await list(query);
    return data.map(({ action, subjectId }) => `${action} ${subjectId}`);
  };
  const NEWEST_FIRST = [
    'import.cancel fourth',
    'import.start fourth',
    'key.suspend third',
    'key.revoke second',
    'key.revoke first',
  ];

  it('tells who did what, to what, when and from where', async () => {
    const { data } = await list({ limit: 1 });
    expect(data).toEqual([
      {
        id: expect.any(String) as string,
        at: clock.now(),
        admin: { id: ada, email: 'ada@example.org', name: 'ada' },
        operator: null,
        address: ADDRESS,
        action: 'import.cancel',
        subject: 'import',
        subjectId: 'fourth',
        before: { state: 'active' },
        after: { state: 'fourth' },
      },
    ]);
  });

  it('lists in pages, the newest first', async () => {
    expect(await actions()).toEqual(NEWEST_FIRST);
    const pages = [1, 2, 3, 4].map((page) => list({ page, limit: 2 }));
    const found = await Promise.all(pages);
    expect(found.map(({ data }) => data.length)).toEqual([2, 2, 1, 0]);
    expect(found.flatMap(({ data }) => data.map(({ action }) => action))).toEqual(
      NEWEST_FIRST.map((entry) => entry.split(' ')[0]),
    );
    expect(found[3]!.pagination).toEqual({ page: 4, limit: 2, total: 5, totalPages: 3 });
  });

  it('narrows by admin, action, subject and what it was done to', async () => {
    expect(await actions({ adminId: bea })).toEqual(NEWEST_FIRST.slice(2, 4));
    expect(await actions({ action: 'key.revoke' })).toEqual(NEWEST_FIRST.slice(3));
    expect(await actions({ subject: 'import' })).toEqual(NEWEST_FIRST.slice(0, 2));
    expect(await actions({ subjectId: 'second' })).toEqual([NEWEST_FIRST[3]]);
    expect(await actions({ adminId: ada, action: 'key.revoke' })).toEqual([NEWEST_FIRST[4]]);
    const { pagination } = await list({ adminId: randomUUID() });
    expect(pagination.total).toBe(0);
  });

  it('narrows to a time, of which the beginning counts and the end does not', async () => {
    const { data } = await list();
    const at = (index: number) => data[index]!.at;
    expect(await actions({ since: at(2), until: at(0) })).toEqual(NEWEST_FIRST.slice(1, 3));
  });
});
