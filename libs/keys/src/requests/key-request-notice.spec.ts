import type { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { KeyRequestNotice } from './key-request-notice.js';
import { KeyRequestsRepository } from './key-requests.repository.js';

describe(KeyRequestNotice.name, () => {
  const served = useMigratedDatabase();
  let notice: KeyRequestNotice;

  beforeAll(() => {
    notice = new KeyRequestNotice(
      { register: () => {} } as unknown as AdminNoticesService,
      new KeyRequestsRepository(served.database),
    );
  });
  beforeEach(() => served.database.keyRequest.deleteMany());

  const ask = (name: string, more: object = {}) =>
    served.database.keyRequest.create({
      data: { name, email: `${name}@example.org`, project: 'A map.', ...more },
    });

  it('lists pending requests, oldest first, and counts all of them', async () => {
    for (const [second, name] of ['ada', 'bea', 'cy'].entries()) {
      await ask(name, { createdAt: new Date(1_000 * second) });
    }
    await ask('dora', { status: 'rejected', createdAt: new Date(9_000) });
    const { items, count } = await notice.waiting(2);
    expect(items.map(({ name }) => name)).toEqual(['ada', 'bea']);
    expect(count).toBe(3);
    expect(items[0]).toMatchObject({ replyTo: 'ada@example.org' });
  });

  it('names a request by its sender and organization and truncates long names', async () => {
    await ask('ada', { name: 'A'.repeat(41), organization: 'B'.repeat(41) });
    const { items } = await notice.waiting(1);
    const name = `${'A'.repeat(39)}… (${'B'.repeat(39)}…)`;
    expect(items[0]).toMatchObject({ name, subject: `Key request from ${name}: A map.` });
  });

  it.each([
    [500, 'x'.repeat(500)],
    [501, `${'x'.repeat(499)}…`],
  ])(
    'quotes a project of %i characters in full on its own, and at most 500 characters in a list',
    async (length, short) => {
      await ask('ada', { project: 'x'.repeat(length) });
      const { items } = await notice.waiting(1);
      expect(items[0]!.quote.endsWith(`\n\n${'x'.repeat(length)}`)).toBe(true);
      expect(items[0]!.shortQuote.endsWith(`\n\n${short}`)).toBe(true);
    },
  );
});
