import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiKeySecret as Secret } from '#libs/database/src/database.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { KEY_SORTS, type KeyState, ListKeysQuery } from './key.dto.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';

const OWNER = { ownerName: 'Ada', ownerEmail: 'ada@example.org', limitPerHour: 1 };

describe(KeysService.name, () => {
  const served = useMigratedDatabase();
  const clock = new ManualClock();
  let keys: KeysService;

  beforeAll(async () => {
    keys = new KeysService(new KeysRepository(served.database), clock);
    await add({ label: 'Maps', ownerName: 'Owner of Maps' }, { start: 'mnbd_4fK2x' });
    await add({ label: '100%_Events', ownerName: 'Owner of events' }, { start: 'mnbd_4fk2x' });
  });

  const add = async (key: { label: string } & Partial<ApiKey>, ...secrets: Partial<Secret>[]) => {
    const create = secrets.map(({ start = '', ...secret }) => ({
      ...secret,
      start,
      hash: Buffer.from(start),
    }));
    const data = { ...OWNER, ...key, secrets: { create } };
    return (await served.database.apiKey.create({ data })).id;
  };
  const list = (query: Partial<ListKeysQuery>) =>
    keys.list(Object.assign(new ListKeysQuery(), { limit: 20 }, query));

  it.each([
    ['maps', ['Maps']],
    ['OWNER OF', ['100%_Events', 'Maps']],
    ['ada@', ['100%_Events', 'Maps']],
    ['mnbd_4fK', ['Maps']],
    ['mnbd_4fk2x', ['100%_Events']],
    ['mnbd_4fK2xTheRestOfTheSecret', ['Maps']],
    ['4fK2x', []],
    ['%_', ['100%_Events']],
    ['nobody', []],
  ])(
    'finds keys by part of their label, owner name or email, or by secret: %s',
    async (q, labels) => {
      const { items } = await list({ q });
      expect(items.map(({ label }) => label).sort()).toEqual(labels);
    },
  );

  it.each(KEY_SORTS)(
    'returns each key exactly once across pages, even if creation times are equal: %s',
    async (sort) => {
      const label = `Approved together (${sort})`;
      const ids = [3, 1, 5, 2, 4].map((n) => randomUUID().replace(/^./, `${n}`));
      for (const id of ids) await add({ id, label, createdAt: new Date(0) });
      const found: string[] = [];
      for (const page of [1, 2, 3]) {
        const { items, total } = await list({ q: label, sort, page, limit: 2 });
        expect(total).toBe(5);
        found.push(...items.map(({ id }) => id));
      }
      expect(found).toEqual([...ids].sort().reverse());
    },
  );

  it('shows a key as expired once its expiry has passed, unless it was revoked', async () => {
    const shown = async (state?: KeyState) => {
      const { items, total } = await list({ q: 'Timed', state });
      expect(total).toBe(items.length);
      return items.map((key) => `${key.label} ${key.state}`).sort();
    };
    const expiresAt = new Date(clock.now().getTime() + 1);
    for (const state of ['active', 'suspended', 'revoked'] as const) {
      await add({ label: `Timed ${state}`, state, expiresAt });
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

  it('shows the secrets of a key, newest first, and its usage in the last 30 days', async () => {
    const now = clock.now().getTime();
    const DAY_MS = 24 * 3_600_000;
    const older = new Date(now - DAY_MS);
    const newer = new Date(now);
    const id = await add(
      { label: 'Shown' },
      { start: 'mnbd_older', createdAt: older, expiresAt: newer },
      { start: 'mnbd_newer', createdAt: newer },
    );
    for (const [days, requests] of [
      [0, 2 ** 31 - 1],
      [30, 1],
      [31, 4],
    ] as const) {
      const hour = new Date(now - days * DAY_MS);
      const use = { keyId: id, hour, requests, refusals: requests, lastRequestAt: hour };
      await served.database.keyUsage.create({ data: use });
    }
    const secret = { id: expect.any(String) as string };
    expect(await keys.get(id)).toMatchObject({
      label: 'Shown',
      requests: 2 ** 31,
      refusals: 2 ** 31,
      lastUsedAt: newer,
      secrets: [
        { ...secret, start: 'mnbd_newer', createdAt: newer, expiresAt: null },
        { ...secret, start: 'mnbd_older', createdAt: older, expiresAt: newer },
      ],
    });
    await expect(keys.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});
