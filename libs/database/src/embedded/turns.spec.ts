import { Turns } from './turns.js';

const IMPORT = { name: 'import' };
const REQUEST = { name: 'request' };
const BATCH_MS = 100;

describe(Turns.name, () => {
  let now: number;
  let turns: Turns;
  /** Holders of the turns so far, in order. */
  let had: string[];

  beforeEach(() => {
    [now, had] = [0, []];
    turns = new Turns(
      () => now,
      async (milliseconds) => {
        now += milliseconds;
        await events();
      },
    );
  });
  /** Wakes every waiter that can proceed. */
  const events = () => new Promise<void>((resolve) => setImmediate(resolve));

  const take = async (of: typeof IMPORT, maxYieldMs: number, milliseconds: number) => {
    const end = await turns.acquire(of, maxYieldMs);
    had.push(`${of.name} at ${now}`);
    await events();
    now += milliseconds;
    return end();
  };

  it('go in the order of requests, one at a time', async () => {
    const end = await turns.acquire(IMPORT, 0);
    const others = ['a', 'b', 'c'].map((name) => take({ name }, 0, 5));
    await events();
    expect(had).toEqual([]);
    now = BATCH_MS;
    expect(end()).toBe(BATCH_MS);
    expect(await Promise.all(others)).toEqual([5, 5, 5]);
    expect(had).toEqual(['a at 100', 'b at 105', 'c at 110']);
  });

  it('go to an import without a pause if nobody else waits', async () => {
    for (let batch = 0; batch < 3; batch++) await take(IMPORT, BATCH_MS, BATCH_MS);
    expect(had).toEqual(['import at 0', 'import at 100', 'import at 200']);
  });

  it('go to all statements of a request before the next batch of an import', async () => {
    const end = await turns.acquire(IMPORT, 0);
    const request = (async () => {
      for (let statement = 0; statement < 3; statement++) {
        await take(REQUEST, 0, 2);
        // The request processes each result for up to nine milliseconds.
        const answeredAt = now;
        while (now < answeredAt + 9) await events();
      }
    })();
    await events();
    now = BATCH_MS;
    end();
    await Promise.all([request, take(IMPORT, BATCH_MS, BATCH_MS)]);
    expect(had.map((turn) => turn.split(' ')[0])).toEqual([
      ...['request', 'request', 'request'],
      'import',
    ]);
  });

  it('go to an import after its maximum wait, even if requests keep coming', async () => {
    let isImporting = true;
    const end = await turns.acquire(IMPORT, 0);
    const requests = (async () => {
      while (isImporting) await take(REQUEST, 0, 5);
    })();
    now = BATCH_MS;
    end();
    await take(IMPORT, BATCH_MS, BATCH_MS);
    isImporting = false;
    await requests;
    const at = Number(/import at (\d+)/.exec(had.join())![1]);
    expect(at).toBeGreaterThanOrEqual(2 * BATCH_MS);
    expect(at).toBeLessThan(2 * BATCH_MS + 20);
  });
});
