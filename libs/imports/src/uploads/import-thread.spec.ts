import { EventEmitter } from 'node:events';
import { type ImportOutcome, type ImportTask, ImportThread } from './import-thread.js';

/** Most recently started thread. */
let worker: EventEmitter & { postMessage: jest.Mock; terminate: jest.Mock };
jest.mock('node:worker_threads', () => ({
  Worker: jest.fn(() => (worker = fakeWorker())),
}));

const fakeWorker = () => {
  const fake = new EventEmitter();
  return Object.assign(fake, {
    postMessage: jest.fn(),
    terminate: jest.fn(async () => void fake.emit('exit', 1)),
  });
};

const MINUTE = 60_000;

describe(ImportThread.name, () => {
  let thread: ImportThread;
  let outcome: ImportOutcome | undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    outcome = undefined;
    thread = new ImportThread({} as ImportTask, { minutes: 30, memoryMb: 128 });
    void thread.outcome.then((found) => (outcome = found));
  });
  afterEach(() => jest.useRealTimers());

  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  it('is stopped after ten minutes without progress, and not before', async () => {
    await pass(9 * MINUTE);
    const record = { bytesRead: 7 };
    worker.emit('message', { record });
    await pass(10 * MINUTE - 1);
    expect([thread.record, outcome, worker.terminate.mock.calls]).toEqual([record, undefined, []]);
    await pass(1);
    expect(outcome).toEqual({
      kind: 'refused',
      sentence: 'The import made no progress for ten minutes.',
    });
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('is stopped at its time limit, even while it makes progress', async () => {
    for (let minute = 1; minute < 30; minute++) {
      await pass(MINUTE);
      worker.emit('message', { record: { bytesRead: minute } });
    }
    await pass(MINUTE - 1);
    expect([outcome, worker.terminate.mock.calls]).toEqual([undefined, []]);
    await pass(1);
    expect(outcome).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('The import exceeded the limit of 30 minutes') as string,
    });
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('is terminated if it does not stop within five seconds', async () => {
    const stopped = thread.stop();
    expect(worker.postMessage).toHaveBeenCalledWith('stop');
    await pass(4_999);
    expect(worker.terminate).not.toHaveBeenCalled();
    await pass(1);
    await stopped;
    expect(worker.terminate).toHaveBeenCalled();
    expect(outcome).toEqual({ kind: 'stopped' });
  });

  it('returns its outcome when it stops by itself', async () => {
    const stopped = thread.stop();
    worker.emit('message', { outcome: { kind: 'finished' } });
    await stopped;
    expect(outcome).toEqual({ kind: 'finished' });
  });

  it('is refused if it exceeds its memory, and fails if it exits for another reason', async () => {
    worker.emit('error', Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    await pass(0);
    expect(outcome).toEqual({
      kind: 'refused',
      sentence: 'The import exceeded its memory limit. Split the file.',
    });
    const other = new ImportThread({} as ImportTask, { minutes: 30, memoryMb: 128 });
    worker.emit('exit', 7);
    expect(await other.outcome).toMatchObject({
      kind: 'failed',
      error: { message: 'The import thread exited with code 7.' },
    });
  });
});
