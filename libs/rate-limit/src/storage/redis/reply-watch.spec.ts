import { ReplyWatch, type LateReplyError } from './reply-watch.js';

const TIMEOUT_MS = 50;

describe(ReplyWatch.name, () => {
  let watch: ReplyWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    watch = new ReplyWatch(TIMEOUT_MS);
  });
  afterEach(() => jest.useRealTimers());

  const never = () => new Promise<never>(() => {});
  const after = <T>(milliseconds: number, answer: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(answer), milliseconds));

  /** Returns the number of consecutive late responses; 0 after a timely one. */
  const lateness = (answer: Promise<unknown>) =>
    watch.waitFor(answer).then(
      () => 0,
      (error: LateReplyError) => error.inARow,
    );

  it('returns the response', async () => {
    await expect(watch.waitFor(Promise.resolve('answer'))).resolves.toBe('answer');
  });

  it('rethrows an error', async () => {
    await expect(watch.waitFor(Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  });

  it('stops waiting at the timeout if there is no response', async () => {
    const waiting = Promise.all([lateness(never()), lateness(never())]);
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);
    expect(await waiting).toEqual([1, 1]);
  });

  it('does not wait at all during an outage, and keeps counting', async () => {
    void lateness(never());
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await lateness(never())).toBe(1);
    await jest.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    expect(await lateness(never())).toBe(3);
  });

  it('waits again after a late response, but resets its count only after a timely one', async () => {
    const late = lateness(after(TIMEOUT_MS + 20, 'late'));
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 20);
    expect(await late).toBe(1);
    const second = lateness(after(TIMEOUT_MS + 20, 'late'));
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 20);
    expect(await second).toBe(2);
    const inTime = lateness(after(TIMEOUT_MS - 10, 'in time'));
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await inTime).toBe(0);
    const third = lateness(after(TIMEOUT_MS + 20, 'late'));
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 20);
    expect(await third).toBe(1);
  });

  it('keeps waiting while other requests are answered', async () => {
    const outcome = jest.fn();
    void watch.waitFor(never()).catch(outcome);
    for (let time = 0; time < 10; time++) {
      await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 10);
      await watch.waitFor(Promise.resolve());
    }
    expect(outcome).not.toHaveBeenCalled();
  });

  it('stops its timer when no request is pending', async () => {
    await watch.waitFor(Promise.resolve());
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS / 10);
    expect(jest.getTimerCount()).toBe(0);
  });
});
