import {
  ExpansionService,
  RuleRefusedError,
} from '#libs/events/src/occurrences/expansion.service.js';
import { fakeTimers } from '../support/fake-timers.ts';

const WINDOW = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2029-01-01T00:00:00Z') };
const schedule = (recurrence: string) => ({
  startsAt: new Date('2026-07-01T15:00:00Z'),
  endsAt: new Date('2026-07-01T17:00:00Z'),
  recurrence,
  excludedDates: [],
});
const IDLE_MS = 10_000;
/** A rule that the service abandons only after about a second. */
const HARD = 'FREQ=DAILY;BYDAY=MO,TU,WE;BYSETPOS=2';

describe(ExpansionService.name, () => {
  let service: ExpansionService;

  beforeEach(() => {
    service = new ExpansionService();
  });
  afterEach(() => service.onApplicationShutdown());

  it('does not block the event loop', async () => {
    let isDone = false;
    const refused = service.expand(schedule(HARD), WINDOW).catch((error: unknown) => {
      isDone = true;
      return error;
    });
    let turns = 0;
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    expect(await refused).toBeInstanceOf(RuleRefusedError);
    expect(turns).toBeGreaterThan(100);
  });

  it('abandons a rule at the deadline and is ready for the next', async () => {
    Object.assign(service, { deadlineMs: 1 });
    await expect(service.expand(schedule(HARD), WINDOW)).rejects.toThrow(
      'recurrence takes too long to expand. Use a simpler rule.',
    );
    Object.assign(service, { deadlineMs: 60_000 });
    const { starts } = await service.expand(schedule('FREQ=DAILY;COUNT=3'), WINDOW);
    expect(starts).toHaveLength(3);
  });

  it('reports a crash of the thread and is ready for the next rule', async () => {
    const broken = Object.assign(schedule('FREQ=DAILY'), { startsAt: undefined });
    await expect(service.expand(broken, WINDOW)).rejects.toMatchObject({
      name: 'TypeError',
    });
    const { starts } = await service.expand(schedule('FREQ=DAILY;COUNT=3'), WINDOW);
    expect(starts).toHaveLength(3);
  });

  it('keeps a thread that is working, however long it was idle before', async () => {
    fakeTimers('setInterval', 'clearInterval');
    await service.expand(schedule('FREQ=DAILY;COUNT=3'), WINDOW);
    jest.advanceTimersByTime(IDLE_MS - 1);
    const hard = service.expand(schedule(HARD), WINDOW).catch((error: Error) => error.message);
    await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    expect(await hard).toBe(
      'recurrence must give at least one date. This rule gives none within 10000 steps.',
    );
  });

  it.each([
    ['fulfilled', 'FREQ=DAILY;COUNT=3'],
    ['rejected', 'FREQ=DAILY;UNTIL=20260101'],
  ])('queues twenty, refuses one more, and accepts others once they are %s', async (what, rule) => {
    const ask = (recurrence = rule) => service.expand(schedule(recurrence), WINDOW);
    const results = await Promise.allSettled(Array.from({ length: 21 }, () => ask()));
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 20 }, () => what),
      'rejected',
    ]);
    expect(results[20]).toMatchObject({ reason: { code: 'unavailable' } });
    expect((await ask('FREQ=DAILY;COUNT=3')).starts).toHaveLength(3);
  });
});
