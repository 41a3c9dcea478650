import { randomUUID } from 'node:crypto';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { v7 as uuidv7 } from 'uuid';
import { importServices } from '../../../../test/support/import-services.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { ImportLeasesService } from './import-leases.service.js';
import type { ImportUndoService } from './import-undo.service.js';
import type { ImportsRepository, LeasedImport } from './imports.repository.js';
import type { ImportsService } from './imports.service.js';

const BATCH_DEADLINE = 120_000;
const HOUR = 3_600_000;

const RECORD = {
  format: 'csv' as const,
  encoding: 'utf-8',
  bytesRead: 7,
  counts: { inserted: 1, updated: 0, unchanged: 0, merged: 0, rejected: 0 },
  notes: {},
  problems: [],
} as never;

describe('an import', () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let repository: ImportsRepository;
  let imports: ImportsService;
  let leases: ImportLeasesService;
  let undoing: ImportUndoService;
  let admin: SignedInAdmin;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });

  beforeEach(async () => {
    await served.database.import.deleteMany();
    clock = new ManualClock();
    ({ repository, imports, leases, undoing } = importServices(served.database, clock));
  });

  const create = async (size = 7) => {
    const id = randomUUID();
    clock.advance(1);
    await imports.create({ id, size, dryRun: false }, admin);
    return id;
  };
  const leaseAny = (ids: string[]) => repository.lease(ids, { above: 0, upTo: 1_000 });
  const lease = async (...ids: string[]) => (await leaseAny(ids))!;
  /** Expires the lease, as if its process had exited. */
  const lapse = (id: string) =>
    served.database.$executeRaw`UPDATE imports SET leased_until = now() WHERE id = ${id}::uuid`;

  it('is leased by one process at a time, the oldest with a local file first', async () => {
    const elsewhere = await create();
    const first = await create();
    const second = await create();
    expect(await lease(first, second)).toMatchObject({ id: first, attempts: 1 });
    expect(await lease(second, first)).toMatchObject({ id: second });
    expect(await leaseAny([first, second])).toBeUndefined();
    expect(await lease(elsewhere)).toMatchObject({ id: elsewhere });
  });

  it('is leased by its size', async () => {
    const large = await create(8);
    const small = await create(7);
    const leaseBetween = (above: number, upTo: number) =>
      repository.lease([large, small], { above, upTo });
    expect(await leaseBetween(7, 7)).toBeUndefined();
    expect(await leaseBetween(6, 7)).toMatchObject({ id: small });
    expect(await leaseBetween(7, 8)).toMatchObject({ id: large });
  });

  it('is leased again when its lease expires, which counts as another attempt', async () => {
    const id = await create();
    const lost = await lease(id);
    await lapse(id);
    await leases.failExpired();
    const taken = await lease(id);
    expect(taken).toMatchObject({ id, attempts: 2 });
    expect(taken.leaseId).not.toBe(lost.leaseId);
  });

  it('is not leased again once it has ended', async () => {
    const finished = await create();
    const failed = await create();
    const cancelled = await create();
    await leases.end(await lease(finished), 'finished');
    await leases.end(await lease(failed), 'failed', 'It cannot be read.');
    await imports.cancel(cancelled, admin);
    expect(await leaseAny([finished, failed, cancelled])).toBeUndefined();
    expect(await repository.pendingAmong([finished, failed, cancelled])).toEqual(new Set());
  });

  type Act = (leased: LeasedImport) => Promise<unknown>;
  const ENDS: [string, Act][] = [
    ['finish', (leased) => leases.end(leased, 'finished')],
    ['fail', (leased) => leases.end(leased, 'failed', 'Too late.')],
    ['release', (leased) => leases.end(leased, 'waiting')],
  ];

  it.each<[string, Act]>([
    ...ENDS,
    ['record', (leased) => leases.record(leased, RECORD)],
    ['renew', (leased) => leases.renew(leased, RECORD)],
  ])('cannot be changed by a process that lost the lease (%s)', async (_what, act) => {
    const id = await create();
    const lost = await lease(id);
    await lapse(id);
    const taken = await lease(id);
    const before = await imports.find(id);
    await act(lost);
    expect(await imports.find(id)).toEqual(before);
    expect(await leases.renew(taken, undefined)).toBe(true);
  });

  it.each(ENDS)('stays cancelled regardless of its process (%s)', async (_what, act) => {
    const id = await create();
    const leased = await lease(id);
    await imports.cancel(id, admin);
    expect(await leases.renew(leased, RECORD)).toBe(false);
    await act(leased);
    expect(await imports.find(id)).toMatchObject({
      status: 'cancelled',
      error: null,
      finishedAt: clock.now(),
    });
    await expect(imports.cancel(id, admin)).rejects.toMatchObject({ code: 'conflict' });
    await undoing.undo(id, admin);
  });

  it('from the command line fails when its lease expires, and not before', async () => {
    const file = { file: 'loons.csv', size: 7 };
    const killed = await leases.begin(file, { operator: 'op' });
    const alive = await leases.begin(file, { operator: 'op' });
    await lapse(killed.id);
    expect(await leases.renew(alive, RECORD)).toBe(true);
    await leases.failExpired();
    expect(await imports.find(killed.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The import was interrupted') as string,
    });
    expect(await imports.find(alive.id)).toMatchObject({ status: 'running', bytesRead: 7n });
    expect(await leases.renew(killed, RECORD)).toBe(false);
    await leases.end(killed, 'finished');
    expect(await imports.find(killed.id)).toMatchObject({ status: 'failed' });
  });

  it('fails after two days if no machine with its file is left', async () => {
    const abandoned = await create();
    const heldHere = await create();
    const running = await create();
    await lease(running);
    clock.advance(48 * HOUR - 2);
    await leases.failAbandoned([heldHere]);
    expect(await repository.pendingAmong([abandoned])).toEqual(new Set([abandoned]));
    clock.advance(1);
    await leases.failAbandoned([heldHere]);
    expect(await imports.find(abandoned)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Upload the file again.') as string,
      finishedAt: clock.now(),
    });
    const left = await repository.pendingAmong([abandoned, heldHere, running]);
    expect(left).toEqual(new Set([heldHere, running]));
  });

  it('from the command line may be silent for longer than a batch can take', async () => {
    const begun = await leases.begin({ file: 'loons.csv', size: 7 }, { operator: 'op' });
    const secondsLeft = async () => {
      const [row] = await served.database.$queryRaw<{ left: number }[]>`
        SELECT extract(epoch FROM leased_until - now())::float8 AS left FROM imports`;
      return row!.left;
    };
    expect(await secondsLeft()).toBeGreaterThan(BATCH_DEADLINE / 1_000 + 50);
    await lapse(begun.id);
    await leases.renew(begun, RECORD);
    expect(await secondsLeft()).toBeGreaterThan(BATCH_DEADLINE / 1_000 + 50);
    await leases.end(begun, 'finished');
    expect(await imports.find(begun.id)).toMatchObject({
      status: 'finished',
      finishedAt: clock.now(),
      leaseId: null,
    });
  });

  it('is listed once, newest first, even if several began at the same time', async () => {
    const ids = ['3', '1', '2'].map((last) => `0193a610-0d2c-7a41-9c77-5b0c1d2e3f4${last}`);
    for (const id of ids) await imports.create({ id, size: 7, dryRun: false }, admin);
    const newest = await create();
    const pages = [1, 2, 3, 4, 5].map((page) => imports.list({ page, limit: 1 }));
    const listed = (await Promise.all(pages)).flatMap(({ items, total }) => {
      expect(total).toBe(4);
      return items;
    });
    expect(listed.map(({ id }) => id)).toEqual([newest, ...ids.sort().reverse()]);
    expect(listed[0]).not.toHaveProperty('problems');
  });

  it('counts as bulk if it inserted more than a share of the directory', async () => {
    await served.database.import.create({
      data: {
        status: 'finished',
        dryRun: false,
        size: 1,
        counts: { inserted: 23 },
        createdAt: clock.now(),
        finishedAt: new Date(clock.now().getTime() + 1),
      },
    });
    const from = clock.now();
    clock.advance(1);
    expect(await imports.bulks(22.95)).toEqual([{ from, to: clock.now() }]);
    expect(await imports.bulks(23)).toEqual([]);
  });

  describe('undo', () => {
    const DAY_MS = 24 * 3_600_000;
    const done = async (more: object = {}) => {
      const id = await create();
      await served.database.import.update({ where: { id }, data: { status: 'finished', ...more } });
      return id;
    };
    const undo = (id: string, most?: number) => undoing.undo(id, admin, most);
    const refusal = (sentence: string) => ({
      code: 'conflict',
      message: expect.stringContaining(sentence) as string,
    });

    it('is done by one of two concurrent requests', async () => {
      const id = await done();
      const both = await Promise.allSettled([undo(id), undo(id)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: refusal('undone'),
      });
      const entries = { where: { subjectId: id, action: 'import.undo' } };
      expect(await served.database.auditEntry.count(entries)).toBe(1);
    });

    it('waits until the running process has stopped or its lease has expired', async () => {
      const stopping = await create();
      const killed = await create();
      for (const id of [stopping, killed]) {
        const leased = await lease(id);
        await imports.cancel(id, admin);
        await expect(undo(id)).rejects.toMatchObject(refusal('still stopping'));
        await (id === stopping ? leases.end(leased, 'waiting') : lapse(id));
        await undo(id);
      }
    });

    it('can be retried after a failure', async () => {
      const id = await done();
      const failure = new Error('The database is away.');
      const failing = jest.spyOn(served.database, 'transactionFor').mockRejectedValueOnce(failure);
      await expect(undo(id)).rejects.toBe(failure);
      failing.mockRestore();
      await undo(id);
      expect(await imports.find(id)).toMatchObject({ undoneAt: clock.now(), leaseId: null });
    });

    it.each<[string, object, string]>([
      ['a dry run', { dryRun: true }, 'a dry run'],
      ['a waiting import', { status: 'waiting' }, 'Cancel it first'],
      ['a running import', { status: 'running' }, 'Cancel it first'],
    ])('is refused for %s', async (_which, more, sentence) => {
      const id = await done(more);
      await expect(undo(id)).rejects.toMatchObject(refusal(sentence));
      expect(await imports.find(id)).toMatchObject({ undoneAt: null });
    });

    it('is possible for at most 90 days', async () => {
      const first = await done();
      const second = await done();
      clock.advance(90 * DAY_MS - 1);
      await undo(first);
      clock.advance(2);
      await expect(undo(second)).rejects.toMatchObject(refusal('for 90 days'));
    });

    it('requires the command line for more rows than a request may undo', async () => {
      const id = await done();
      const business = await served.database.business.create({ data: { slug: id, name: 'Loon' } });
      for (const key of ['a', 'b']) {
        const row = { sourceId: 0, key, businessId: business.id, rank: 0, values: {}, digests: [] };
        await served.database.sourceRow.create({ data: { ...row, importId: id } });
      }
      await expect(undo(id, 1)).rejects.toMatchObject(refusal(`npx mnbd imports undo ${id}`));
      await undo(id, 2);
      await served.database.business.delete({ where: { id: business.id } });
    });

    it('keeps the recorded changes for as long as it is possible', async () => {
      const { database } = served;
      const at = (daysAgo: number) => clock.now().getTime() - daysAgo * DAY_MS;
      const recent = uuidv7({ msecs: at(89.9) });
      const old = uuidv7({ msecs: at(90.1) });
      const business = await database.business.create({ data: { slug: old, name: 'Loon' } });
      for (const importId of [recent, old]) {
        await imports.create({ id: importId, size: 7, dryRun: false }, admin);
        await database.importRow.create({
          data: { importId, part: 0, rowsBefore: 0, content: Buffer.from('') },
        });
        const change = { importId, businessId: business.id, at: clock.now() };
        await database.importChange.create({ data: change });
      }
      await undoing.forgetChanges();
      const rows = await database.importRow.findMany();
      const changes = await database.importChange.findMany();
      expect(rows.map(({ importId }) => importId)).toEqual([recent]);
      expect(changes.map(({ importId }) => importId)).toEqual([recent]);
      await database.business.delete({ where: { id: business.id } });
    });
  });
});
