import { setImmediate as endOfTurn } from 'node:timers/promises';
import { OverloadError } from './overload.error.js';
import { AdmissionQueue } from './admission-queue.js';

const MAX_QUEUED = 20_000;

describe(AdmissionQueue.name, () => {
  let now: number;
  let queue: AdmissionQueue;
  let events: string[];

  beforeEach(() => {
    now = 0;
    events = [];
    queue = new AdmissionQueue(() => now);
  });

  /** Adds a request that takes the given milliseconds, some of them in microtasks. */
  function add(
    name: string,
    milliseconds: number,
    { isAborted = false, client = '192.0.2.1' } = {},
  ): void {
    queue.add({
      client,
      isAborted: () => isAborted,
      begin: () => {
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

  it('starts the requests that fit at the end of a turn, and the rest in the next turn, in order', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) add(name, 0.4);
    expect(events).toEqual([]);
    expect(await eventsOfTurn()).toEqual(['a', 'b', 'c']);
    expect(await eventsOfTurn()).toEqual(['d', 'e', 'f']);
    expect(await eventsOfTurn()).toEqual(['g']);
  });

  it('lets clients take turns', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 0.3);
    for (const name of ['b1', 'b2']) add(name, 0.3, { client: '2001:db8::' });
    add('c1', 0.3, { client: '192.0.2.2' });
    expect(await eventsOfTurn()).toEqual(['a1', 'b1', 'c1', 'a2']);
    add('c2', 0.3, { client: '192.0.2.2' });
    expect(await eventsOfTurn()).toEqual(['b2', 'a3', 'c2', 'a4']);
  });

  it('refuses a request that has waited more than a second, and starts one that has not', async () => {
    for (const name of ['a', 'b', 'c', 'd']) add(name, 500);
    expect(await eventsOfTurn()).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['b']);
    add('e', 0.1);
    expect(await eventsOfTurn()).toEqual(['c']);
    expect(await eventsOfTurn()).toEqual(['not d', 'e']);
  });

  it('resolves the batch once all its requests have started', async () => {
    const end = () => queue.endOfBatch().then(() => events.push('end'));
    add('a', 0.4);
    void end();
    for (const name of ['b', 'c', 'd']) add(name, 0.4);
    expect(await eventsOfTurn()).toEqual(['a', 'b', 'c', 'end']);
    void end();
    expect(await eventsOfTurn()).toEqual(['d', 'end']);
    void end();
    expect(await eventsOfTurn()).toEqual(['end']);
  });

  it(`refuses further requests while ${MAX_QUEUED} are queued`, () => {
    for (let i = 0; i < MAX_QUEUED; i++) add('a', 1, { isAborted: true });
    expect(events).toEqual([]);
    add('b', 1);
    expect(events).toEqual(['not b']);
  });

  it('lets a client that fills the queue keep no other client out', () => {
    for (let i = 0; i < MAX_QUEUED - 1; i++) add('a', 1, { isAborted: true });
    add('last a', 1);
    add('b', 1, { isAborted: true, client: '192.0.2.2' });
    add('one more a', 1);
    expect(events).toEqual(['not last a', 'not one more a']);
  });

  it('skips aborted requests', async () => {
    add('a', 5);
    add('b', 5, { isAborted: true });
    add('c', 5);
    expect(await eventsOfTurn()).toEqual(['a']);
    expect(await eventsOfTurn()).toEqual(['c']);
  });
});
