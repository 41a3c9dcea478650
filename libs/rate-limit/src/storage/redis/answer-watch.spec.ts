import { AnswerWatch } from './answer-watch.js';

describe(AnswerWatch.name, () => {
  let watch: AnswerWatch;

  beforeEach(() => {
    jest.useFakeTimers();
    watch = new AnswerWatch();
  });
  afterEach(() => jest.useRealTimers());

  const never = () => new Promise<never>(() => {});

  it('passes an answer on', async () => {
    await expect(watch.waitFor(Promise.resolve('answer'))).resolves.toBe('answer');
  });

  it('passes a failure on', async () => {
    await expect(watch.waitFor(Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  });

  it('gives up on all that wait after 45 ms without any answer', async () => {
    const waiting = Promise.allSettled([watch.waitFor(never()), watch.waitFor(never())]);
    await jest.advanceTimersByTimeAsync(45);
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('does not give up while others are answered', async () => {
    const outcome = jest.fn();
    void watch.waitFor(never()).catch(outcome);
    for (let time = 0; time < 10; time++) {
      await jest.advanceTimersByTimeAsync(30);
      await watch.waitFor(Promise.resolve());
    }
    expect(outcome).not.toHaveBeenCalled();
  });

  it('stops its timer when nothing waits', async () => {
    await watch.waitFor(Promise.resolve());
    await jest.advanceTimersByTimeAsync(5);
    expect(jest.getTimerCount()).toBe(0);
  });
});
