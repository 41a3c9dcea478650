import { Logger } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { type FileServer, startFileServer } from '../../../../../test/support/file-server.ts';
import { fetcherOf } from '../../../../../test/support/import-services.ts';
import { ManualClock } from '../../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../../test/support/migrated-database.ts';
import { useSharedFolder } from '../../../../../test/support/use-folder.ts';
import { SourceFetcherService } from './source-fetcher.service.js';

const HOUR = 3_600_000;
const FILE = 'name,city\nLoon Cafe,Ely\n';

describe(SourceFetcherService.name, () => {
  const served = useMigratedDatabase();
  const inFolder = useSharedFolder();
  let files: FileServer;
  let clock: ManualClock;

  beforeAll(async () => {
    files = await startFileServer();
  });
  afterAll(() => files.stop());

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    clock = new ManualClock();
    files.requests = [];
    files.answer = (_, response) => response.setHeader('etag', '"1"').end(FILE);
    await served.database.import.deleteMany();
    await served.database.source.deleteMany({ where: { id: { not: 0 } } });
    await served.database.source.create({
      data: {
        name: 'chamber',
        mapping: { name: ['Facility'] },
        fetch: { create: { url: `${files.url}/a.csv`, schedule: 'weekly', nextAt: clock.now() } },
      },
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const fetcher = () => fetcherOf(served.database, clock, { DATA_DIR: inFolder(), ca: files.ca });
  const state = () => served.database.sourceFetch.findFirstOrThrow();
  const endImport = (status: 'finished' | 'failed' | 'cancelled', error?: string) =>
    served.database.import.updateMany({ where: { status: 'waiting' }, data: { status, error } });
  const hoursToNext = async () => ((await state()).nextAt.getTime() - clock.now().getTime()) / HOUR;

  it('queues the file as an import of the source, with its mapping', async () => {
    await fetcher().work();
    const [queued] = await served.database.import.findMany({ include: { source: true } });
    expect(queued).toMatchObject({
      status: 'waiting',
      dryRun: false,
      source: { name: 'chamber' },
      mapping: { name: ['Facility'] },
      operator: 'The server',
      adminId: null,
      file: null,
    });
    expect(await readFile(inFolder('imports', queued!.id), 'utf8')).toBe(FILE);
    expect(await state()).toMatchObject({ result: 'importing', importId: queued!.id, etag: '"1"' });
    expect(await hoursToNext()).toBe(7 * 24);
  });

  it('fetches nothing before it is due, and nothing while the file is being imported', async () => {
    await fetcher().work();
    await fetcher().work();
    clock.advance(7 * 24 * HOUR);
    await fetcher().work();
    expect(files.requests).toHaveLength(1);
    await endImport('finished');
    await fetcher().work();
    expect(files.requests).toHaveLength(2);
  });

  it('fetches a file in only one of several processes', async () => {
    await Promise.all([fetcher(), fetcher(), fetcher()].map((each) => each.work()));
    expect(files.requests).toHaveLength(1);
    expect(await served.database.import.count()).toBe(1);
  });

  it('imports nothing if the file has not changed', async () => {
    await fetcher().work();
    await endImport('finished');
    clock.advance(7 * 24 * HOUR);
    files.answer = (_, response) => response.writeHead(304).end();
    await fetcher().work();
    expect(files.requests[1]).toMatchObject({ 'if-none-match': '"1"' });
    expect(await state()).toMatchObject({ result: 'unchanged', etag: '"1"', failures: 0 });
    expect(await hoursToNext()).toBe(7 * 24);
    expect(await served.database.import.count()).toBe(1);
  });

  it('retries two failures after an hour, then keeps to the schedule, until one succeeds', async () => {
    files.answer = (_, response) => response.writeHead(500).end();
    for (const [failures, hours] of [
      [1, 1],
      [2, 1],
      [3, 7 * 24],
      [4, 7 * 24],
    ] as const) {
      await fetcher().work();
      const error = `127.0.0.1:${files.port} returned the status 500.`;
      expect(await state()).toMatchObject({ result: 'failed', error, failures, leaseId: null });
      expect(await hoursToNext()).toBe(hours);
      clock.advance(hours * HOUR);
    }
    files.answer = (_, response) => response.end(FILE);
    await fetcher().work();
    expect(await state()).toMatchObject({ result: 'importing', error: null, failures: 4 });
    await endImport('finished');
    await fetcher().work();
    expect(await state()).toMatchObject({ result: 'imported', failures: 0 });
  });

  it('counts a failed import as a failure, and then fetches the whole file again', async () => {
    await fetcher().work();
    await endImport('failed', 'No column contains a business name.');
    await fetcher().work();
    expect(await state()).toMatchObject({
      result: 'failed',
      error: 'No column contains a business name.',
      failures: 1,
      etag: null,
    });
    expect(await hoursToNext()).toBe(1);
  });

  it.each([
    ['an empty file', (_: unknown, response) => response.end(), 'The file is empty.'],
    [
      'a broken download',
      (_: unknown, response) => response.write(FILE, () => response.destroy()),
      /^The download from 127\.0\.0\.1:\d+ failed \(ECONNRESET\)\.$/,
    ],
    [
      'invalid gzip',
      (_: unknown, response) => response.setHeader('content-encoding', 'gzip').end(FILE),
      /failed \(Z_DATA_ERROR\)\.$/,
    ],
  ] satisfies [string, FileServer['answer'], string | RegExp][])(
    'reports %s and leaves no file behind',
    async (_, answer, error) => {
      const before = await readdir(inFolder('imports'));
      files.answer = answer;
      await fetcher().work();
      expect(await state()).toMatchObject({
        result: 'failed',
        error: expect.stringMatching(error) as string,
      });
      expect(await readdir(inFolder('imports'))).toEqual(before);
      expect(await served.database.import.count()).toBe(0);
    },
  );

  it('discards a file if an admin changes the source during the download', async () => {
    files.answer = (_, response) => {
      const free = { leaseId: null, leasedUntil: null, nextAt: clock.now() };
      void served.database.sourceFetch.updateMany({ data: free }).then(() => {
        files.answer = (_request, later) => later.end(FILE);
        response.end('name,city\nOld Cafe,Ely\n');
      });
    };
    await fetcher().work();
    const [queued, ...others] = await served.database.import.findMany();
    expect(others).toEqual([]);
    expect(await readFile(inFolder('imports', queued!.id), 'utf8')).toBe(FILE);
    expect(files.requests).toHaveLength(2);
  });

  it('leaves a download to another process if it is stopped', async () => {
    const stopped = fetcher();
    files.answer = (_, response) => {
      response.write(FILE);
      void stopped.beforeApplicationShutdown();
    };
    await stopped.work();
    expect(await state()).toMatchObject({ result: null, failures: 0, leaseId: null });
    files.answer = (_, response) => response.end(FILE);
    await fetcher().work();
    expect(await state()).toMatchObject({ result: 'importing' });
  });
});
