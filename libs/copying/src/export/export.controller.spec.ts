import type { FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { ExportFile } from './export-file.js';
import { ExportController } from './export.controller.js';
import type { ExportsService } from './exports.service.js';

const HOUR = 3_600_000;
const FILE = {
  format: 'ndjson',
  digest: 'ab'.repeat(32),
  etag: '"42-0123456789abcdef"',
  version: '42',
  changedAt: new Date('2026-11-21T12:00:00Z'),
} as ExportFile;

describe(ExportController.name, () => {
  let handles: { close: jest.Mock; stream: PassThrough }[];
  /** ETag of the file that the last request prefers. */
  let preferred: string | undefined;
  let controller: ExportController;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    handles = [];
    const open = async (_format: string, etag: string | undefined) => {
      preferred = etag;
      const close = jest.fn();
      const stream = new PassThrough();
      handles.push({ close, stream });
      const handle = { close, createReadStream: () => stream };
      return { file: FILE, handle, isBeingRead: false, size: 1_000_000 };
    };
    controller = new ExportController({ open } as unknown as ExportsService, loadEnvironment({}));
  });
  afterEach(() => jest.useRealTimers());

  const ask = async (headers: object = {}, { method = 'GET', key = 'a' } = {}) => {
    const response = { status: 0, code: '', destroy: jest.fn() };
    const reply = {
      status: (status: number) => ((response.status = status), reply),
      headers: () => reply,
      send: () => reply,
      raw: { destroy: response.destroy },
    };
    const request = {
      method,
      headers,
      context: { apiKey: { id: key } },
    } as unknown as FastifyRequest;
    await controller
      .exportBusinesses(request, reply as unknown as FastifyReply)
      .catch((error: unknown) => {
        response.code = (error as { code: string }).code;
      });
    return response;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it.each([
    ['304', { 'if-none-match': FILE.etag }, 'GET'],
    ['HEAD', {}, 'HEAD'],
    ['416', { range: 'bytes=1000000-' }, 'GET'],
  ])('closes the file if no content is sent: %s', async (_what, headers, method) => {
    await ask(headers, { method });
    expect(handles[0]!.close).toHaveBeenCalledTimes(1);
  });

  it('prefers the file named in If-Range only if the client asks for a range of it', async () => {
    await ask({ range: 'bytes=5-', 'if-range': ` ${FILE.etag}` });
    expect(preferred).toBe(FILE.etag);
    await ask({ 'if-range': FILE.etag });
    expect(preferred).toBeUndefined();
  });

  it('sends four files to a key at once and closes the file of a refused request', async () => {
    for (let n = 0; n < 4; n++) expect((await ask()).status).toBe(200);
    expect((await ask()).code).toBe('conflict');
    expect(handles.map(({ close }) => close.mock.calls.length)).toEqual([0, 0, 0, 0, 1]);
    // A response without content takes no slot.
    expect((await ask({}, { method: 'HEAD' })).status).toBe(200);
    // Neither does a range that one read answers.
    expect((await ask({ range: 'bytes=0-262143' })).status).toBe(206);
    expect((await ask({ range: 'bytes=0-262144' })).code).toBe('conflict');
    handles[0]!.stream.destroy();
    await turn();
    expect([(await ask()).status, (await ask()).code]).toEqual([200, 'conflict']);
  });

  it('sends at most fifty files in total', async () => {
    for (let n = 0; n < 50; n++) expect((await ask({}, { key: `key ${n % 13}` })).code).toBe('');
    expect((await ask({}, { key: 'another' })).code).toBe('unavailable');
  });

  it('closes a connection that has not finished after an hour', async () => {
    const slow = await ask();
    const done = await ask();
    handles[1]!.stream.destroy();
    await turn();
    jest.advanceTimersByTime(HOUR - 1);
    expect(slow.destroy).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect([slow.destroy.mock.calls.length, done.destroy.mock.calls.length]).toEqual([1, 0]);
  });
});
