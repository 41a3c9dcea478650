import { ManualClock } from '../../../../test/support/manual-clock.ts';
import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '../../../../test/support/migrated-database.ts';
import { ListKeysQuery } from './key.dto.js';
import { KeysService } from './keys.service.js';

describe(KeysService.name, () => {
  let served: MigratedDatabase;

  beforeAll(async () => {
    served = await createMigratedDatabase();
    for (const [label, start] of [
      ['Maps', 'mnbd_4fK2x'],
      ['100%_Events', 'mnbd_4fk2x'],
    ]) {
      await served.database.apiKey.create({
        data: {
          label: label!,
          ownerName: `Owner of ${label}`,
          ownerEmail: 'ada@example.org',
          limitPerHour: 1,
          secrets: { create: { start: start!, hash: Buffer.from(start!) } },
        },
      });
    }
  });
  afterAll(() => served.close());

  it.each([
    ['maps', ['Maps']],
    ['OWNER OF', ['100%_Events', 'Maps']],
    ['ada@', ['100%_Events', 'Maps']],
    ['mnbd_4fK', ['Maps']],
    ['mnbd_4fk2x', ['100%_Events']],
    ['4fK2x', []],
    ['%_', ['100%_Events']],
    ['nobody', []],
  ])('finds keys by a part of label, name or address, or a prefix: %s', async (q, labels) => {
    const keys = new KeysService(served.database, new ManualClock(Date.now()));
    const query = Object.assign(new ListKeysQuery(), { q, limit: 20 });
    const { items } = await keys.list(query);
    expect(items.map(({ label }) => label).sort()).toEqual(labels);
  });

  it('tells of a key whose time is over that it is expired, unless it was revoked', async () => {
    const clock = new ManualClock();
    const keys = new KeysService(served.database, clock);
    const shown = async (state?: 'active' | 'suspended' | 'revoked' | 'expired') => {
      const query = Object.assign(new ListKeysQuery(), { q: 'Timed', state, limit: 20 });
      const { items, total } = await keys.list(query);
      expect(total).toBe(items.length);
      return items.map((key) => `${key.label} ${key.state}`).sort();
    };
    for (const state of ['active', 'suspended', 'revoked'] as const) {
      await served.database.apiKey.create({
        data: {
          label: `Timed ${state}`,
          ownerName: 'Ada',
          ownerEmail: 'ada@example.org',
          limitPerHour: 1,
          state,
          expiresAt: new Date(clock.now().getTime() + 1),
        },
      });
    }
    expect(await shown()).toEqual([
      'Timed active active',
      'Timed revoked revoked',
      'Timed suspended suspended',
    ]);
    expect(await shown('active')).toEqual(['Timed active active']);
    expect(await shown('expired')).toEqual([]);
    clock.advance(1);
    const expired = ['Timed active expired', 'Timed suspended expired'];
    expect(await shown()).toEqual([expired[0], 'Timed revoked revoked', expired[1]]);
    expect(await shown('active')).toEqual([]);
    expect(await shown('suspended')).toEqual([]);
    expect(await shown('expired')).toEqual(expired);
    expect(await shown('revoked')).toEqual(['Timed revoked revoked']);
  });
});
