import {
  ExpansionService,
  RuleRefusedError,
} from '#libs/events/src/occurrences/expansion.service.js';

const WINDOW = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2029-01-01T00:00:00Z') };
const schedule = (recurrence: string) => ({
  startsAt: new Date('2026-07-01T15:00:00Z'),
  endsAt: new Date('2026-07-01T17:00:00Z'),
  recurrence,
  excludedDates: [],
});
/** It takes a second or so before it is given up. */
const HARD = 'FREQ=DAILY;BYDAY=MO,TU,WE;BYSETPOS=2';

describe(ExpansionService.name, () => {
  let service: ExpansionService;

  beforeEach(() => {
    service = new ExpansionService();
  });
  afterEach(() => service.onApplicationShutdown());

  it('leaves the event loop to others', async () => {
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

  it('gives up a rule at the deadline, and is there for the next', async () => {
    Object.assign(service, { deadlineMs: 1 });
    await expect(service.expand(schedule(HARD), WINDOW)).rejects.toThrow(
      'recurrence takes too long to follow; give a simpler rule.',
    );
    Object.assign(service, { deadlineMs: 60_000 });
    const { starts } = await service.expand(schedule('FREQ=DAILY;COUNT=3'), WINDOW);
    expect(starts).toHaveLength(3);
  });

  it('goes on after its thread has ended', async () => {
    for (const count of [1, 2]) {
      const { starts } = await service.expand(schedule(`FREQ=DAILY;COUNT=${count}`), WINDOW);
      expect(starts).toHaveLength(count);
      await service.onApplicationShutdown();
    }
  });

  it('lets twenty wait, and refuses one more', async () => {
    const ask = () => service.expand(schedule('FREQ=DAILY;COUNT=3'), WINDOW);
    const results = await Promise.allSettled(Array.from({ length: 21 }, ask));
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 20 }, () => 'fulfilled'),
      'rejected',
    ]);
    expect(results[20]).toMatchObject({ reason: { code: 'unavailable' } });
    expect((await ask()).starts).toHaveLength(3);
  });
});
