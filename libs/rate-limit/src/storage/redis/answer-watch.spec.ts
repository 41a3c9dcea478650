import { AnswerWatch, type LateAnswerError } from './answer-watch.js';

const TIMEOUT_MS = 50;

describe(AnswerWatch.name, () => {
  let watch: AnswerWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    watch = new AnswerWatch(TIMEOUT_MS);
  });
  afterEach(() => jest.useRealTimers());

  const never = () => new Promise<never>(() => {});
  const after = <T>(milliseconds: number, answer: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(answer), milliseconds));

  /** How many times in a row an answer was late; 0 where it was not. */
  const lateness = (answer: Promise<unknown>) =>
    watch.waitFor(answer).then(
      () => 0,
      (error: LateAnswerError) => error.inARow,
    );

  it('passes an answer on', async () => {
    await expect(watch.waitFor(Promise.resolve('answer'))).resolves.toBe('answer');
  });

  it('passes a failure on', async () => {
    await expect(watch.waitFor(Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  });

  it('lets nobody wait for longer than the timeout without any answer', async () => {
    const waiting = Promise.all([lateness(never()), lateness(never())]);
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);
    expect(await waiting).toEqual([1, 1]);
  });

  it('lets nobody wait at all while the silence lasts, and counts on', async () => {
    void lateness(never());
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await lateness(never())).toBe(1);
    await jest.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    expect(await lateness(never())).toBe(3);
  });

  it('waits again once there is an answer, however late; only one in time ends the row', async () => {
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

  it('does not give up while others are answered', async () => {
    const outcome = jest.fn();
    void watch.waitFor(never()).catch(outcome);
    for (let time = 0; time < 10; time++) {
      await jest.advanceTimersByTimeAsync(TIMEOUT_MS - 10);
      await watch.waitFor(Promise.resolve());
    }
    expect(outcome).not.toHaveBeenCalled();
  });

  it('stops its timer when nothing is unanswered', async () => {
    await watch.waitFor(Promise.resolve());
    await jest.advanceTimersByTimeAsync(TIMEOUT_MS / 10);
    expect(jest.getTimerCount()).toBe(0);
  });
});
