import { EventEmitter, once } from 'node:events';
import type { Environment } from '#libs/config/src/environment.js';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { ImportQueueService } from './import-queue.service.js';
import type { ClaimedImport, ImportsService } from './imports.service.js';
import type { UploadFolder } from './upload-folder.js';

let endThread: (outcome: object) => void;
jest.mock('./import-thread.js', () => ({
  ImportThread: class {
    record = {};
    outcome = new Promise((resolve) => (endThread = resolve));
  },
}));

describe(ImportQueueService.name, () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('writes down how an import ended after what was written of its progress, however late', async () => {
    const claimed = { id: 'one', claimId: 'mine', dryRun: false, attempts: 1 } as ClaimedImport;
    const written: string[] = [];
    const told = new EventEmitter();
    let letRenew = () => {};
    let left: ClaimedImport | undefined = claimed;
    const imports = {
      claim: async () => left,
      renew: async () => {
        await new Promise<void>((resolve) => (letRenew = resolve));
        written.push('progress');
        return true;
      },
      record: async () => void written.push('record'),
      finish: async () => {
        written.push('end');
        left = undefined;
        told.emit('end');
      },
      pendingAmong: async () => new Set(),
    };
    const folder = { ids: async () => [claimed.id], pathOf: () => '', remove: async () => {} };
    const queue = new ImportQueueService(
      {} as Environment,
      imports as unknown as ImportsService,
      folder as unknown as UploadFolder,
      { moved: () => {} } as DirectoryVersion,
    );

    queue.wake();
    await jest.advanceTimersByTimeAsync(1_000);
    endThread({ kind: 'finished' });
    await jest.advanceTimersByTimeAsync(100);
    expect(written).toEqual([]);
    const end = once(told, 'end');
    letRenew();
    await end;
    expect(written).toEqual(['progress', 'record', 'end']);
  });
});
