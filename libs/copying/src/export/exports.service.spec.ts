import { Logger } from '@nestjs/common';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useFolder } from '../../../../test/support/use-folder.ts';
import type { ExportOutcome } from './export-thread.js';
import { type ExportFile, type ExportFormat, nameOf, originKey, readName } from './export-file.js';
import { ExportsService } from './exports.service.js';

const EPOCH = '5d8e20f1-4b0c-4a73-9d52-3b8f6f0e2a11';
const ORIGIN = 'https://directory.test';
const SECOND = 1_000;

let begun: number;
/** Writes an export. Fails unless a spec replaces it. */
let write: (format: ExportFormat) => ExportOutcome;
jest.mock('./export-thread.js', () => ({
  ExportThread: class {
    outcome: Promise<ExportOutcome>;
    constructor(_: unknown, format: ExportFormat) {
      begun++;
      this.outcome = delay(20).then(() => write(format));
    }
  },
}));

describe(ExportsService.name, () => {
  const inFolder = useFolder();
  let clock: ManualClock;
  let version: string;
  let service: ExportsService;

  beforeEach(() => {
    Logger.overrideLogger(false);
    mkdirSync(inFolder('exports'));
    clock = new ManualClock();
    version = '5';
    begun = 0;
    write = () => ({ kind: 'failed', sentence: 'It failed.' });
    const environment = { ...loadEnvironment({}), DATA_DIR: inFolder(), PUBLIC_URL: ORIGIN };
    const directory = { current: async () => ({ version, epoch: EPOCH }) };
    service = new ExportsService(
      environment,
      directory as unknown as DirectoryRepository,
      clock,
      new Metrics(),
    );
  });

  /** Adds a file that was written a minute ago and took a second. */
  const put = (
    of: string,
    {
      epoch = '5d8e20f1',
      format = 'ndjson',
      ago = 60 * SECOND,
      durationMs = SECOND,
    }: Partial<Pick<ExportFile, 'epoch' | 'format' | 'durationMs'>> & { ago?: number } = {},
  ) => {
    const createdAt = new Date(clock.now().getTime() - ago);
    const facts = {
      format,
      epoch,
      origin: originKey(ORIGIN),
      version: of,
      createdAt,
      durationMs,
      digest: 'a'.repeat(64),
    };
    const name = nameOf({ ...facts, changedAt: new Date(SECOND * Number(of)) });
    writeFileSync(inFolder('exports', name), 'content');
    return readName(name)!;
  };
  const open = async (etag?: string, format: ExportFormat = 'ndjson') => {
    const { file, handle, size } = await service.open(format, etag);
    await handle.close();
    expect(size).toBe(7);
    return file.version;
  };
  it.each(['5', '6'])('sends the file of the current version or a later one: %s', async (of) => {
    put('4');
    put(of);
    expect([await open(), begun]).toEqual([of, 0]);
  });

  it('sends the file that the client has a part of while it is kept', async () => {
    const { etag } = put('4');
    put('5');
    expect([await open(etag), await open('"3-0000000000000000"')]).toEqual(['4', '5']);
  });

  it('sends the file of the requested format, and its former version while a new one is built', async () => {
    put('5');
    put('4', { format: 'parquet' });
    expect([await open(undefined, 'parquet'), begun]).toEqual(['4', 1]);
  });

  it('sends the latest file if the requested one was just removed', async () => {
    const { name, etag } = put('4');
    const file = inFolder('exports', name);
    rmSync(file);
    // The folder still lists it.
    symlinkSync('nowhere', file);
    put('5');
    expect(await open(etag)).toBe('5');
  });

  it('returns 503 with Retry-After if there is no file of the current epoch', async () => {
    put('5', { epoch: '00000000' });
    await expect(open()).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '30' },
    });
    expect(begun).toBe(1);
  });

  it('pauses after an export for nine times its duration and sends the last file until then', async () => {
    put('4', { ago: 0 });
    clock.advance(9 * SECOND - 1);
    expect([await open(), begun]).toEqual(['4', 0]);
    clock.advance(1);
    expect([await open(), begun]).toEqual(['4', 1]);
  });

  it('does not pause for a file dated in the future by another clock', async () => {
    put('4', { ago: -1 });
    expect([await open(), begun]).toEqual(['4', 1]);
  });

  it('retries half a minute after a failure and sends the last file until then', async () => {
    put('4');
    expect([await open(), begun]).toEqual(['4', 1]);
    clock.advance(30 * SECOND - 1);
    expect([await open(), begun]).toEqual(['4', 1]);
    clock.advance(1);
    expect([await open(), begun]).toEqual(['4', 2]);
  });

  it('starts one export for concurrent requests', async () => {
    put('4');
    expect(await Promise.all([open(), open(), open()])).toEqual(['4', '4', '4']);
    expect(begun).toBe(1);
  });

  it('writes two formats one after the other, and sends each', async () => {
    write = (format) => {
      put('5', { format, ago: 0 });
      return { kind: 'made' };
    };
    expect(await Promise.all([open(), open(undefined, 'parquet')])).toEqual(['5', '5']);
    expect(begun).toBe(2);
  });
});
