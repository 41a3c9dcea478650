import { setImmediate as endOfTurn } from 'node:timers/promises';
import { OverloadError } from './overload.error.js';
import { WaitingLine } from './waiting-line.js';

describe(WaitingLine.name, () => {
  let now: number;
  let line: WaitingLine;
  let events: string[];

  beforeEach(() => {
    now = 0;
    events = [];
    line = new WaitingLine(() => now);
  });

  /** Somebody whose request takes so many milliseconds, some of them in what it sets off. */
  function enter(name: string, milliseconds: number, { hasLeft = false } = {}): void {
    line.enter({
      hasLeft: () => hasLeft,
      serve: () => {
        events.push(name);
        void Promise.resolve().then(() => (now += milliseconds));
      },
      refuse: (error) => {
        expect(error).toBeInstanceOf(OverloadError);
        events.push(`not ${name}`);
        now += 1;
      },
    });
  }

  const eventsOfTurn = async () => {
    await endOfTurn();
    return events.splice(0);
  };

  it('serves at once what comes in time, and the rest in the turns that follow, in order', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      enter(name, 2);
      await Promise.resolve();
    }
    expect(events.splice(0)).toEqual(['a', 'b', 'c']);
    expect(await eventsOfTurn()).toEqual(['d', 'e', 'f']);
    expect(await eventsOfTurn()).toEqual(['g']);
    enter('h', 2);
    expect(events).toEqual(['h']);
  });

  it('serves one a turn, however long it takes', async () => {
    enter('a', 60_000);
    await Promise.resolve();
    expect(events.splice(0)).toEqual(['a']);
    enter('b', 900);
    enter('c', 10);
    expect(await eventsOfTurn()).toEqual(['b']);
    expect(await eventsOfTurn()).toEqual(['c']);
  });

  it('lets nobody overtake', async () => {
    enter('a', 5);
    await Promise.resolve();
    enter('b', 5);
    enter('c', 5);
    expect(events.splice(0)).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['b']);
    enter('d', 5);
    expect(await eventsOfTurn()).toEqual(['c']);
    expect(await eventsOfTurn()).toEqual(['d']);
  });

  it('refuses who has waited for more than a second, and serves who has not', async () => {
    enter('a', 400);
    await Promise.resolve();
    for (const name of ['b', 'c', 'd', 'e', 'f']) enter(name, 500);
    expect(events.splice(0)).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['b']);
    expect(await eventsOfTurn()).toEqual(['c']);
    enter('g', 1);
    expect(await eventsOfTurn()).toEqual(['d']);
    expect(await eventsOfTurn()).toEqual(['not e', 'not f', 'g']);
  });

  it('passes over who has left', async () => {
    enter('a', 5);
    await Promise.resolve();
    enter('b', 5, { hasLeft: true });
    enter('c', 5);
    expect(events.splice(0)).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['c']);
  });
});
