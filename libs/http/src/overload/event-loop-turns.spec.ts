import { setImmediate as endOfTurn } from 'node:timers/promises';
import { EventLoopTurns } from './event-loop-turns.js';

describe(EventLoopTurns.name, () => {
  let now: number;
  let turns: EventLoopTurns;

  beforeEach(() => {
    now = 0;
    turns = new EventLoopTurns(() => now);
  });

  /** A turn in which requests are handled that take so long each, and what they are told. */
  async function turn(...requests: number[]): Promise<boolean[]> {
    const told = requests.map((milliseconds) => {
      const isOverloaded = turns.isOverloaded();
      now += milliseconds;
      return isOverloaded;
    });
    await endOfTurn();
    return told;
  }

  async function times(count: number, ...requests: number[]): Promise<boolean[]> {
    const told = [];
    for (let i = 0; i < count; i++) told.push(...(await turn(...requests)));
    return told;
  }

  it('finds no overload in turns that are busy all the time, but short', async () => {
    expect(await times(100, ...Array<number>(50).fill(9))).not.toContain(true);
  });

  it('finds none in a stall, however long, nor in the turn after it', async () => {
    expect(await turn(60_000, 1, 1)).toEqual([false, false, false]);
    expect(await turn(600, 1)).toEqual([false, false]);
  });

  it('finds none in stalls with calm between them', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await turn(600, 1)).toEqual([false, false]);
      expect(await times(10, 120)).not.toContain(true);
      expect(await turn(600, 1)).toEqual([false, false]);
      await endOfTurn();
      now += 1_200;
    }
  });

  it('tells those who come late in a turn, once turns have been long for two seconds', async () => {
    expect(await times(4, 400, 200, 1)).not.toContain(true);
    expect(await times(3, 400, 200, 1)).toEqual(Array(3).fill([false, false, true]).flat());
  });

  it('counts on while a few turns between are short, and starts anew after a calm', async () => {
    await times(4, 600, 1);
    await times(3, 100);
    expect(await turn(600, 1)).toEqual([false, true]);
    await times(12, 100);
    expect(await times(3, 600, 1)).not.toContain(true);
  });
});
