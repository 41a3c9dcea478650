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
        now += 0.1;
      },
    });
  }

  const eventsOfTurn = async () => {
    await endOfTurn();
    return events.splice(0);
  };

  it('serves at the end of a turn what there is time for, and the rest in the next, in order', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) enter(name, 0.4);
    expect(events).toEqual([]);
    expect(await eventsOfTurn()).toEqual(['a', 'b', 'c']);
    expect(await eventsOfTurn()).toEqual(['d', 'e', 'f']);
    expect(await eventsOfTurn()).toEqual(['g']);
  });

  it('serves one a turn, however long it takes', async () => {
    enter('a', 900);
    enter('b', 60_000);
    expect(await eventsOfTurn()).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['b']);
  });

  it('lets nobody overtake', async () => {
    enter('a', 5);
    enter('b', 0.3);
    enter('c', 0.1);
    expect(await eventsOfTurn()).toEqual(['a']);
    enter('d', 0.1);
    expect(await eventsOfTurn()).toEqual(['b', 'c', 'd']);
  });

  it('refuses who has waited for more than a second, and serves who has not', async () => {
    for (const name of ['a', 'b', 'c', 'd']) enter(name, 500);
    expect(await eventsOfTurn()).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['b']);
    enter('e', 0.1);
    expect(await eventsOfTurn()).toEqual(['c']);
    expect(await eventsOfTurn()).toEqual(['not d', 'e']);
  });

  it('ends a batch when all of it is begun with', async () => {
    const end = () => line.endOfBatch().then(() => events.push('end'));
    enter('a', 0.4);
    void end();
    for (const name of ['b', 'c', 'd']) enter(name, 0.4);
    expect(await eventsOfTurn()).toEqual(['a', 'b', 'c', 'end']);
    void end();
    expect(await eventsOfTurn()).toEqual(['d', 'end']);
    void end();
    expect(await eventsOfTurn()).toEqual(['end']);
  });

  it('passes over who has left', async () => {
    enter('a', 5);
    enter('b', 5, { hasLeft: true });
    enter('c', 5);
    expect(await eventsOfTurn()).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['c']);
  });
});
