import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import type { KeyLifecycleService } from './key-lifecycle.service.js';
import { KeysController } from './keys.controller.js';
import type { KeysService } from './keys.service.js';

const ADMIN: SignedInAdmin = {
  ...{ id: 'ada', email: 'ada@example.org', name: 'Ada', sessionId: '1', address: '192.0.2.7' },
};

describe(KeysController.name, () => {
  const done: unknown[][] = [];
  const noting =
    (name: string) =>
    async (...given: unknown[]) =>
      void done.push([name, ...given]);
  const controller = new KeysController(
    { get: async () => ({ state: done.length }) } as unknown as KeysService,
    Object.fromEntries(
      ['change', 'rotate', 'suspend', 'resume', 'revoke'].map((name) => [name, noting(name)]),
    ) as unknown as KeyLifecycleService,
  );
  beforeEach(() => {
    done.length = 0;
  });

  it.each<[string, () => Promise<{ data: unknown }>, unknown[]]>([
    ['change', () => controller.change('1', { label: 'Maps' }, ADMIN), [{ label: 'Maps' }]],
    ['rotate', () => controller.rotate('1', { overlapHours: 24 }, ADMIN), [24]],
    ['suspend', () => controller.suspend('1', { reason: 'Flood.' }, ADMIN), ['Flood.']],
    ['resume', () => controller.resume('1', ADMIN), []],
    ['revoke', () => controller.revoke('1', { reason: 'Leaked.' }, ADMIN), ['Leaked.']],
  ])('returns the updated key from %s', async (name, act, given) => {
    expect((await act()).data).toEqual({ state: 1 });
    expect(done).toEqual([[name, '1', ...given, ADMIN]]);
  });
});
