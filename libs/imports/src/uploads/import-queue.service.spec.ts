import { Logger } from '@nestjs/common';
import type { Environment } from '#libs/config/src/environment.js';
import type { AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Database } from '#libs/database/src/database.js';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { SourcesService } from '../sources/sources.service.js';
import { ImportQueueService } from './import-queue.service.js';
import { ImportLeasesService } from './import-leases.service.js';
import type { ImportOutcome } from './import-thread.js';
import type { ImportUndoService } from './import-undo.service.js';
import type { LeasedImport, ImportsRepository, SizeRange } from './imports.repository.js';
import type { UploadFolder } from './upload-folder.js';

let endThread: (outcome: object) => void;
jest.mock('./import-thread.js', () => ({
  ImportThread: class {
    record = {};
    private end!: (outcome: object) => void;
    outcome = new Promise((resolve) => (endThread = this.end = resolve));
    stop = async () => this.end({ kind: 'stopped' });
  },
}));

describe(ImportQueueService.name, () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const leased = { id: 'one', leaseId: 'mine', dryRun: false, attempts: 1 } as LeasedImport;
  const mocks = () => ({
    lease: jest.fn().mockResolvedValueOnce(leased).mockResolvedValue(undefined),
    renew: jest.fn(async () => true),
    updateLeased: jest.fn<Promise<void>, [LeasedImport, { status?: string }]>(),
    free: jest.fn(),
    failExpired: jest.fn(),
    failAbandoned: jest.fn(),
    forgetChanges: jest.fn(),
    pendingAmong: jest.fn(async () => new Set([leased.id])),
  });
  let imports: ReturnType<typeof mocks>;
  let version: { moved: jest.Mock };
  let folder: { remove: jest.Mock; sweep: jest.Mock };
  let queue: ImportQueueService;

  beforeEach(() => {
    imports = mocks();
    version = { moved: jest.fn() };
    folder = { remove: jest.fn(), sweep: jest.fn() };
    const repository = imports as unknown as ImportsRepository;
    queue = new ImportQueueService(
      {} as Environment,
      repository,
      new ImportLeasesService(
        {} as Database,
        repository,
        new ManualClock(),
        {} as SourcesService,
        {} as AuditService,
      ),
      imports as unknown as ImportUndoService,
      { ...folder, ids: async () => [leased.id], pathOf: () => '' } as unknown as UploadFolder,
      version as unknown as DirectoryVersion,
    );
  });
  /** Changes that ended imports. */
  const ends = () =>
    imports.updateLeased.mock.calls.map(([, data]) => data).filter(({ status }) => status);
  const begin = async () => {
    queue.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1_000);
  };
  afterEach(() => queue.beforeApplicationShutdown());

  it('records the end of an import after its last progress, even a late one', async () => {
    const written: string[] = [];
    let letRenew = () => {};
    imports.renew.mockImplementation(async () => {
      await new Promise<void>((resolve) => (letRenew = resolve));
      return true;
    });
    version.moved.mockImplementation(() => written.push('moved'));
    imports.updateLeased.mockImplementation(async (_leased, { status = 'progress' }) => {
      written.push(status);
    });
    await begin();
    await jest.advanceTimersByTimeAsync(1_000);
    endThread({ kind: 'finished' });
    await jest.advanceTimersByTimeAsync(100);
    expect(written).toEqual([]);
    letRenew();
    await jest.advanceTimersByTimeAsync(0);
    // Clients that see the import finished must find its data.
    expect(written).toEqual(['progress', 'moved', 'progress', 'finished']);
  });

  it('renews the lease while the import runs, and stops it when the lease is lost or it is cancelled', async () => {
    await begin();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(imports.renew).toHaveBeenCalledTimes(5);
    expect(ends()).toEqual([]);
    imports.renew.mockResolvedValueOnce(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  });

  it('stops a cancelled import and removes only its file', async () => {
    await begin();
    await queue.drop('other');
    expect(ends()).toEqual([]);
    expect(folder.remove.mock.calls).toEqual([['other']]);
    await queue.drop(leased.id);
    await jest.advanceTimersByTimeAsync(0);
    expect(ends()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    expect(folder.remove.mock.calls).toEqual([['other'], [leased.id]]);
  });

  it('imports a small file while a large one is running, but never two of the same size class', async () => {
    const MIB = 1024 ** 2;
    const GIB = 1024 ** 3;
    const started = () =>
      (imports.lease.mock.calls as [string[], SizeRange][]).map(([, { above, upTo }]) => [
        above,
        upTo,
      ]);
    imports.lease.mockReset().mockImplementation(async (_, { above }: SizeRange) => ({
      ...leased,
      id: `above ${above}`,
    }));
    await begin();
    queue.wake();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(started()).toEqual([
      [0, MIB],
      [MIB, GIB],
    ]);
  });

  it('cleans up at startup and every minute, even during an import', async () => {
    await begin();
    const times = () =>
      [folder.sweep, imports.failExpired, imports.forgetChanges].map(
        (each) => each.mock.calls.length,
      );
    expect(times()).toEqual([1, 1, 1]);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(times()).toEqual([1, 1, 1]);
    await jest.advanceTimersByTimeAsync(1);
    expect(times()).toEqual([2, 2, 2]);
  });

  it.each<[ImportOutcome, object[]]>([
    [{ kind: 'finished' }, [{ status: 'finished' }]],
    [{ kind: 'refused', sentence: 'No name.' }, [{ status: 'failed', error: 'No name.' }]],
    // It is leased again once its lease has expired.
    [{ kind: 'databaseAway' }, []],
  ])('ends an import with the outcome of its thread: %j', async (outcome, expected) => {
    await begin();
    endThread(outcome);
    await jest.advanceTimersByTimeAsync(0);
    expect(ends()).toMatchObject(expected);
    expect(folder.remove).not.toHaveBeenCalled();
  });

  const STOPPED = { status: 'failed', error: expect.stringContaining('started 3 times') as string };

  it.each([
    [3, [], []],
    [4, [STOPPED], [['one']]],
  ])('attempts an import at most three times: %d', async (attempts, expected, removed) => {
    imports.lease.mockReset().mockResolvedValueOnce({ ...leased, attempts });
    imports.pendingAmong.mockResolvedValue(new Set());
    await begin();
    expect(ends()).toMatchObject(expected);
    expect(folder.remove.mock.calls).toEqual(removed);
  });

  it('logs internal errors without exposing them', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    await begin();
    const error = new Error('No such column: secret');
    endThread({ kind: 'failed', error });
    await jest.advanceTimersByTimeAsync(0);
    expect(ends()).toMatchObject([
      { status: 'failed', error: expect.not.stringContaining('secret') as string },
    ]);
    expect(logged).toHaveBeenCalledWith('The import one failed.', error);
    logged.mockRestore();
  });
});
